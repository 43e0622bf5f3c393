// Cuts the font that sites have by default to what their text needs: a third of its bytes, which are most of a page's.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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
const weights = { min: 400, max: 700 };

/** Writes it where the gateway looks before it takes the whole font; does nothing where it is there for the same version. */
export async function cutSiteFonts() {
  const { resolve } = createRequire(import.meta.url);
  const { version } = JSON.parse(await readFile(resolve('@fontsource-variable/inter/package.json'), 'utf8'));
  const folder = join(root, 'apps/gateway/fonts', version);
  if (existsSync(join(folder, file))) return false;
  const { default: cut } = await import('subset-font');
  const text = characters.map(([from, to]) => String.fromCodePoint(...range(from, to))).join('');
  const whole = await readFile(resolve(`@fontsource-variable/inter/files/${file}`));
  const bytes = await cut(whole, text, {
    targetFormat: 'woff2',
    noLayoutClosure: true,
    variationAxes: { wght: weights },
  });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), bytes);
  return true;
}

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
