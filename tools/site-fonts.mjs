// Cuts the fonts that sites have by default to what their text needs: their bytes are most of a page's.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** The fonts of text and of code, with the weights that style sheets of sites use. */
const fonts = [
  {
    file: 'inter-latin-wght-normal.woff2',
    package: '@fontsource-variable/inter',
    options: { variationAxes: { wght: { min: 400, max: 700 } } },
  },
  { file: 'ibm-plex-mono-latin-400-normal.woff2', package: '@fontsource/ibm-plex-mono', options: {} },
];

/** The characters of these files that text needs. */
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
const common = { targetFormat: 'woff2', noLayoutClosure: true };

/** The names of the fonts that it cut: those that are not there, or were cut from another font or in another way. */
export async function cutSiteFonts(folder = join(root, 'apps/gateway/fonts')) {
  const names = [];
  for (const font of fonts) if (await cutFont(folder, font)) names.push(font.file);
  return names;
}

/**
 * Writes a font where the gateway looks before it takes the whole font, and beside it the key of what it was cut from, and how.
 * Does nothing where that is the same.
 */
async function cutFont(folder, font) {
  const { file } = font;
  const options = { ...common, ...font.options };
  const { resolve } = createRequire(import.meta.url);
  const whole = await readFile(resolve(`${font.package}/files/${file}`));
  const { version } = JSON.parse(await readFile(resolve('subset-font/package.json'), 'utf8'));
  const key = createHash('sha256')
    .update(whole)
    .update(JSON.stringify([version, characters, options]))
    .digest('hex');
  const [cutFile, keyFile] = [join(folder, file), join(folder, `${file}.key`)];
  const [present, cutFrom] = await Promise.all([cutFile, keyFile].map((path) => readFile(path).catch(() => undefined)));
  if (present && cutFrom?.toString() === `${key} ${digestOf(present)}`) return false;
  const { default: cut } = await import('subset-font');
  const text = characters.map(([from, to]) => String.fromCodePoint(...range(from, to))).join('');
  const bytes = await cut(whole, text, options);
  await mkdir(folder, { recursive: true });
  await writeWhole(cutFile, bytes);
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
