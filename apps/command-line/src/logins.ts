import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock that is older was left by a command that was killed. */
const STALE = 30_000;

/** The credentials of a user at one platform, from `login`. */
export interface Login {
  /** The platform, as it calls itself. */
  url: string;
  /** The OAuth client that this machine registered there. */
  clientId: string;
  accessToken: string;
  refreshToken?: string;
  /** When the access token ends, in milliseconds since 1970. */
  expiresAt: number;
}

/** Logins in a file that its owner alone can read; the last one comes first. */
export class Logins {
  constructor(private readonly file: string) {}

  async all(): Promise<Login[]> {
    try {
      return JSON.parse(await readFile(this.file, 'utf8')) as Login[];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw new Error(`${this.file} cannot be read: remove it and log in again`, { cause: error });
    }
  }

  async of(url: string): Promise<Login | undefined> {
    return (await this.all()).find((login) => login.url === url);
  }

  async keep(login: Login): Promise<void> {
    await this.write([login, ...(await this.others(login.url))]);
  }

  async remove(url: string): Promise<void> {
    await this.write(await this.others(url));
  }

  /** Runs a task while no other command runs one on the same file. */
  async exclusively<T>(task: () => Promise<T>): Promise<T> {
    const lock = `${this.file}.lock`;
    while (!(await isMade(lock))) {
      const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > STALE) await rm(lock, { recursive: true, force: true });
      else await sleep(50);
    }
    try {
      return await task();
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }

  private async others(url: string): Promise<Login[]> {
    return (await this.all()).filter((login) => login.url !== url);
  }

  /** A command that reads the file meanwhile reads it as it was. */
  private async write(logins: Login[]): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true });
    const next = `${this.file}.${process.pid}`;
    await writeFile(next, JSON.stringify(logins, undefined, 2), { mode: 0o600 });
    await chmod(next, 0o600);
    await rename(next, this.file);
  }
}

/** Makes a folder, which only one process can; false when it is there. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
