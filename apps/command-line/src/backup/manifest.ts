import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivately } from '@bindery/launcher';

/** The layout of a backup's folder; another one needs another program. */
const FORMAT = 1;
const NAME = 'manifest.json';

/** A file of the database or of the platform's own, by its path in the backup's folder. */
export interface BackedUpFile {
  path: string;
  /** In bytes. */
  size: number;
  /** In hex. */
  sha256: string;
}

/** A file of the platform's storage, by its key. */
export interface BackedUpObject {
  key: string;
  /** In bytes. */
  size: number;
  /** In hex. */
  sha256: string;
  contentType: string;
}

/** The manifest of a backup. All writes that were acknowledged before `databaseAt` are in it. */
export interface Manifest {
  startedAt: string;
  databaseAt: string;
  /** The major version of Postgres whose files these are. */
  postgresVersion: string;
  /** The folder, below the backup's, of everything but the storage's files. */
  folder: string;
  /** All folders below that one, also the empty ones. */
  folders: string[];
  files: BackedUpFile[];
  objects: BackedUpObject[];
}

const checksum = (content: Manifest): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Replaces a backup's manifest in one step: from then on the backup is this one. */
export function writeManifest(folder: string, content: Manifest): Promise<void> {
  return writePrivately(join(folder, NAME), { format: FORMAT, sha256: checksum(content), content });
}

/** The manifest of a folder, or undefined where there is none. Throws when it is damaged or of another layout. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, NAME), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { format, sha256, content } = parsed(text);
  if (format !== FORMAT)
    throw new Error(`${folder} is a backup in another format (${format}): use the version that made it`);
  if (!content || checksum(content) !== sha256) throw new Error(`The manifest of ${folder} is damaged`);
  return content;
}

function parsed(text: string): { format?: number; sha256?: string; content?: Manifest } {
  try {
    return JSON.parse(text) as { format?: number; sha256?: string; content?: Manifest };
  } catch {
    return { format: FORMAT };
  }
}
