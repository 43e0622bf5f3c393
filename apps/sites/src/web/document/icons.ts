import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import svgpath from 'svgpath';
import { emojiCharacters } from '@bindery/documents';
import { attributes, html, Html, nothing } from '@bindery/html';
import { textIn } from './references';

const folder = join(dirname(require.resolve('@fortawesome/fontawesome-free/package.json')), 'svgs');

/** A name that is in several of them has its shape from the first. */
const styles = ['solid', 'brands', 'regular'] as const;

/** The names of each style, which are read once; a file is read when its icon is first needed. */
const names = new Map(styles.map((style) => [style, new Set(readdirSync(join(folder, style)))]));
const read = new Map<string, Html>();

/** Names of icons that are not free, with a similar free one. */
const substitutes: Record<string, string> = {
  books: 'book',
  chart: 'chart-simple',
  chatgpt: 'openai',
  cursor: 'arrow-pointer',
  gitbook: 'book-open',
  'gitbook-assistant': 'wand-magic-sparkles',
  grid: 'table-cells-large',
  memo: 'note-sticky',
  'octagon-check': 'circle-check',
  puzzle: 'puzzle-piece',
  'rectangle-terminal': 'terminal',
  sparkle: 'wand-magic-sparkles',
  sparkles: 'wand-magic-sparkles',
  'square-terminal': 'terminal',
  vscode: 'code',
};

/** The icon for an unknown name. */
const dot = drawn('0 0 512 512', 'M160 256a96 96 0 1 0 192 0 96 96 0 1 0-192 0');

/** An icon by its name in Font Awesome, drawn within the page. It adds no information to the text. */
export function iconOf(value: unknown): Html {
  const words = textIn(value).trim().split(/\s+/);
  const name = words.at(-1)!.replace(/^fa-/, '');
  if (!/^[\w-]{1,60}$/.test(name)) return nothing;
  const asked = styles.find((style) => words.slice(0, -1).includes(`fa-${style}`));
  return shapeOf(name, asked ? [asked, ...styles] : styles) ?? dot;
}

/** The symbol of a page beside its title: an emoji, which the reader's own font draws, or an icon. */
export function signOf({ emoji, icon }: { emoji?: string; icon?: string }): Html | undefined {
  const sign = emoji && emojiCharacters(emoji);
  if (sign) return html`<span class="icon" aria-hidden="true">${sign}</span>`;
  return icon ? iconOf(icon) : undefined;
}

/** Most icons that are not free add a word to a free one: `rocket-launch` is drawn as `rocket`. */
function shapeOf(name: string, from: readonly (typeof styles)[number][]): Html | undefined {
  const known = Object.hasOwn(substitutes, name) ? substitutes[name]! : name;
  const style = from.find((style) => names.get(style)!.has(`${known}.svg`));
  if (style) return shapeIn(`${style}/${known}.svg`);
  const end = name.lastIndexOf('-');
  return end > 0 ? shapeOf(name.slice(0, end), from) : undefined;
}

function shapeIn(file: string): Html {
  let shape = read.get(file);
  if (!shape) {
    const source = readFileSync(join(folder, file), 'utf8');
    const paths = [...source.matchAll(/ d="([^"]+)"/g)].map(([, path]) => svgpath(path!).round(0).toString()).join('');
    shape = drawn(/viewBox="([\d. -]+)"/.exec(source)![1]!, paths);
    read.set(file, shape);
  }
  return shape;
}

/** An icon as the image of a mask in a style sheet, for elements that are drawn by rules alone. */
export function maskOf(name: string, style: (typeof styles)[number] = 'solid'): string {
  const source = readFileSync(join(folder, style, `${name}.svg`), 'utf8').replace(/<!--.*?-->/s, '');
  return `url("data:image/svg+xml,${source.replace(/["#<>%]/g, encodeURIComponent)}")`;
}

function drawn(viewBox: string, path: string): Html {
  return html`<svg${attributes({ class: 'icon', viewBox, 'aria-hidden': 'true' })}><path d="${path}" /></svg>`;
}
