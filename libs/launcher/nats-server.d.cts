export interface NatsServerOptions {
  /** Where a program that was fetched is put, and found again. */
  folder: string;
  progress?: (line: string) => void;
  path?: string;
  platform?: string;
  arch?: string;
  release?: { version: string; at: string; sha256: Record<string, string> };
}

export function natsServer(options: NatsServerOptions): Promise<string>;
