import { ZipFile } from 'yazl';

const central = Buffer.from('PK\x01\x02', 'latin1');

/** A zip file of one entry whose name, and mode where given, is one that no zip program writes. */
export async function forgedEntry(name: string, mode?: number): Promise<Buffer> {
  const innocent = 'x'.repeat(name.length);
  const bytes = await bytesOf({ [innocent]: '# Home' });
  for (let at = bytes.indexOf(innocent); at >= 0; at = bytes.indexOf(innocent, at + 1)) bytes.write(name, at);
  if (mode !== undefined) bytes.writeUInt32LE((mode << 16) >>> 0, bytes.indexOf(central) + 38);
  return bytes;
}

/** A zip file with so many empty entries. */
export async function manyEntries(count: number): Promise<Buffer> {
  return bytesOf(Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}.md`, ''])));
}

async function bytesOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path, { compress: false });
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
