import { attributes, Html, html, join } from '@bindery/html';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { renderToString } from 'temml';

/** The maximum of characters of a formula; a longer one is shown as source text. */
const longest = 5_000;

/** Presentation elements of MathML Core, and those of MathML 3 that browsers show as rows. */
const elements = new Set(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mpadded mphantom menclose mstyle'.split(
    ' ',
  ),
);
/** Attributes that change only the look of a formula. */
const kept = new Set(
  'display displaystyle scriptlevel mathvariant stretchy fence separator form lspace rspace minsize maxsize symmetric largeop movablelimits accent accentunder linethickness width height depth voffset notation columnspan rowspan'.split(
    ' ',
  ),
);
/** Classes of the converter for which the style sheet has rules. */
const classes = new Set(['tml-left', 'tml-right']);

/**
 * A formula in TeX as MathML, rebuilt from elements and attributes that are known to be harmless: without styles, which
 * the pages' policy forbids. Undefined for invalid formulas.
 */
export function formulaOf(source: string, display: 'block' | 'inline'): Html | undefined {
  if (source.trim() === '' || source.length > longest) return undefined;
  const markup = converted(source, display === 'block');
  if (markup === undefined) return undefined;
  const [math] = parseFragment(markup).childNodes;
  return math && rebuilt(math, { alttext: source });
}

function converted(source: string, displayMode: boolean): string | undefined {
  try {
    return renderToString(source, { displayMode, throwOnError: true, trust: false, maxExpand: 500, maxSize: [50, 50] });
  } catch {
    // The converter throws its own errors for unknown commands, and other errors for unexpected input.
    return undefined;
  }
}

function rebuilt(node: DefaultTreeAdapterTypes.ChildNode, more: Record<string, string> = {}): Html {
  if ('value' in node) return html`${node.value}`;
  if (!('tagName' in node)) return join([]);
  const content = join(node.childNodes.map((child) => rebuilt(child)));
  if (!elements.has(node.tagName)) return content;
  const given = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  const looks = Object.entries(given).filter(([name]) => kept.has(name));
  const all = { ...Object.fromEntries(looks), ...styled(given), ...more };
  return html`${new Html(`<${node.tagName}${attributes(all).markup}>`)}${content}${new Html(`</${node.tagName}>`)}`;
}

/** The attributes that replace an inline style. */
function styled({ class: given = '', style = '' }: Record<string, string>): Record<string, string> {
  const color = /(?:^|;)color:(#[0-9a-f]{3,6})(?:;|$)/i.exec(style)?.[1];
  const known = given.split(' ').filter((name) => classes.has(name));
  if (style.includes('border:1px solid')) known.push('boxed');
  return { ...(known.length > 0 && { class: known.join(' ') }), ...(color && { mathcolor: color }) };
}
