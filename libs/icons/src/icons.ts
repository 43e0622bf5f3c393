import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import svgpath from 'svgpath';
import { substitutes } from './substitutes';

/** The shape of an icon, as the attributes of an `svg` and of the one `path` in it. */
export interface IconShape {
  viewBox: string;
  path: string;
}

const manifest = require.resolve('@fortawesome/fontawesome-free/package.json');
const folder = join(dirname(manifest), 'svgs');

/** A name that is in several of them has its shape from the first. */
const styles = ['solid', 'brands', 'regular'] as const;

/** The names of each style, which are read once; a file is read when its icon is first needed. */
const names = new Map(
  styles.map((style) => [style, new Set(readdirSync(join(folder, style)).map((file) => file.replace(/\.svg$/, '')))]),
);
const read = new Map<string, IconShape>();

/** The icon for an unknown name. */
const dot: IconShape = { viewBox: '0 0 512 512', path: 'M160 256a96 96 0 1 0 192 0 96 96 0 1 0-192 0' };

/** Differs when a name may be drawn in another shape, so that shapes can be cached by it. */
export const iconsVersion = createHash('sha256')
  .update(JSON.stringify([readFileSync(manifest, 'utf8'), substitutes, dot]))
  .digest('hex')
  .slice(0, 8);

/** The names of all icons, in the order of the alphabet. */
export const iconNames = (): string[] => [...new Set([...names.values()].flatMap((of) => [...of]))].sort();

/**
 * The shape of an icon by its name in Font Awesome, such as `rocket` or `fa-regular fa-heart`. A dot for an unknown name;
 * undefined for what is no name.
 */
export function findIcon(value: string): IconShape | undefined {
  const words = value.trim().split(/\s+/);
  const name = words.at(-1)!.replace(/^fa-/, '');
  if (!/^[\w-]{1,60}$/.test(name)) return undefined;
  const asked = styles.find((style) => words.slice(0, -1).includes(`fa-${style}`));
  return shapeOf(name, asked ? [asked, ...styles] : styles) ?? dot;
}

/** An icon as an image of its own, for example for the mask of an element. */
export const svgOf = ({ viewBox, path }: IconShape): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path d="${path}"/></svg>`;

/** Most icons that are not free add a word to a free one: `rocket-launch` is drawn as `rocket`. */
function shapeOf(name: string, from: readonly (typeof styles)[number][]): IconShape | undefined {
  const known = Object.hasOwn(substitutes, name) ? substitutes[name]! : name;
  const style = from.find((style) => names.get(style)!.has(known));
  if (style) return shapeIn(`${style}/${known}.svg`);
  const end = name.lastIndexOf('-');
  return end > 0 ? shapeOf(name.slice(0, end), from) : undefined;
}

function shapeIn(file: string): IconShape {
  let shape = read.get(file);
  if (!shape) {
    const source = readFileSync(join(folder, file), 'utf8');
    const path = [...source.matchAll(/ d="([^"]+)"/g)].map(([, path]) => svgpath(path!).round(0).toString()).join('');
    shape = { viewBox: /viewBox="([\d. -]+)"/.exec(source)![1]!, path };
    read.set(file, shape);
  }
  return shape;
}
