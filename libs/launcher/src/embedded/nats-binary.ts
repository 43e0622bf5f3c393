import { natsServer } from '../../nats-server.cjs';

/** The path of a `nats-server` program; one that has to be fetched is put into `folder`. Throws with the ways to install one. */
export const natsBinary = (folder: string, progress?: (line: string) => void): Promise<string> =>
  natsServer({ folder, progress });
