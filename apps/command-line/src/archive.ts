import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fromBufferPromise, validateFileName } from 'yauzl';
import { ZipFile } from 'yazl';

/** Never part of the documentation. */
const SKIPPED = new Set(['.git', 'node_modules', '.DS_Store']);

/** One time for every file, so that the same folder gives the same archive. */
const TIME = new Date('2000-01-01T00:00:00Z');

/** A folder's files as a zip, with the number of files in it. Links are left out: they may lead outside the folder. */
export async function zipFolder(folder: string): Promise<{ bytes: Buffer; files: number }> {
  const paths = await filesOf(folder);
  const zip = new ZipFile();
  for (const path of paths) zip.addFile(path, relative(folder, path).split(sep).join('/'), { mtime: TIME });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return { bytes: Buffer.concat(chunks), files: paths.length };
}

/** Writes the files of a zip into a folder and answers how many. Throws before it would write outside the folder. */
export async function unzip(bytes: Buffer, folder: string): Promise<number> {
  const root = resolve(folder);
  const zip = await fromBufferPromise(bytes);
  let files = 0;
  for await (const entry of zip.eachEntry()) {
    const target = resolve(root, entry.fileName);
    if (validateFileName(entry.fileName) !== null || !target.startsWith(root + sep)) {
      throw new Error(`The archive has a path outside of the folder: ${entry.fileName}`);
    }
    if (entry.fileName.endsWith('/')) continue;
    await mkdir(dirname(target), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target));
    files += 1;
  }
  return files;
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => !SKIPPED.has(entry.name));
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesOf(path) : entry.isFile() ? [path] : [];
    }),
  );
  return found.flat().sort();
}
