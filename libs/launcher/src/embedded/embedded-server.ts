/** A server that this machine runs for the platform alone. */
export interface EmbeddedServer {
  /** For the administrator of Postgres with user and password; of NATS without. */
  url: string;
  port: number;
  pid: number;
  /** Answers when the process has ended, with a sentence that says how. */
  exited: Promise<string>;
  /** Ends it in good order and waits for that. Answers whether it is gone. */
  stop(): Promise<boolean>;
}
