// Cuts the font that sites have by default to what their text needs: a third of its bytes, which are most of a page's.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const file = 'inter-latin-wght-normal.woff2';

/** Characters of the file's part of the font, and the weights that style sheets of sites use. */
const characters = [
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
];
const options = { targetFormat: 'woff2', noLayoutClosure: true, variationAxes: { wght: { min: 400, max: 700 } } };

/**
 * Writes it where the gateway looks before it takes the whole font, and beside it the key of what it was cut from, and how.
 * Does nothing where that is the same.
 */
export async function cutSiteFonts(folder = join(root, 'apps/gateway/fonts')) {
  const { resolve } = createRequire(import.meta.url);
  const whole = await readFile(resolve(`@fontsource-variable/inter/files/${file}`));
  const { version } = JSON.parse(await readFile(resolve('subset-font/package.json'), 'utf8'));
  const key = createHash('sha256')
    .update(whole)
    .update(JSON.stringify([version, characters, options]))
    .digest('hex');
  const [cutFont, keyFile] = [join(folder, file), join(folder, `${file}.key`)];
  const [present, cutFrom] = await Promise.all([cutFont, keyFile].map((path) => readFile(path).catch(() => undefined)));
  if (present && cutFrom?.toString() === `${key} ${digestOf(present)}`) return false;
  const { default: cut } = await import('subset-font');
  const text = characters.map(([from, to]) => String.fromCodePoint(...range(from, to))).join('');
  const bytes = await cut(whole, text, options);
  await mkdir(folder, { recursive: true });
  await writeWhole(cutFont, bytes);
  await writeWhole(keyFile, `${key} ${digestOf(bytes)}`);
  return true;
}

const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** A build that is ended while it writes leaves no half of a file, and a gateway reads none. */
async function writeWhole(path, content) {
  const part = `${path}.${process.pid}`;
  await writeFile(part, content);
  await rename(part, path);
}

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
