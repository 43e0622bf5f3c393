import type { Nodes } from 'mdast';
import { fromMarkdown, type CompileContext, type Extension, type Token } from 'mdast-util-from-markdown';
import { escapeLine, formatUrl } from '../inlines/escape-markdown';
import { splitFrontMatter } from '../markdown/front-matter';
import { placedExtensions } from '../markdown/source';
import { titleOfUrl } from '../model/links';
import type { Range } from '../syntax/span';

/** A piece of a text and what comes in its place. */
interface Edit extends Range {
  by: string;
}

declare module 'mdast' {
  interface Data {
    /** Where the address of a link stands. */
    destination?: Range;
  }
}

/**
 * A Markdown file whose addresses are others: `change` answers the new one, or undefined to leave it. Nothing else
 * changes, except a text that names the object of the address, as the canonical form has it where it knows no title.
 */
export function mapLinks(source: string, change: (url: string) => string | undefined): string {
  const { body } = splitFrontMatter(source);
  const start = source.length - body.length;
  const edits = new Links(body, change).edits();
  let result = source.slice(0, start);
  let at = 0;
  for (const edit of edits.sort((one, other) => one.start - other.start)) {
    if (edit.start < at) continue;
    result += body.slice(at, edit.start) + edit.by;
    at = edit.end;
  }
  return result + body.slice(at);
}

const attribute = /([\s"']|^)(href|src|srcset|url|page)(\s*=\s*)("[^"]*"|'[^']*')/g;

class Links {
  private readonly found: Edit[] = [];

  constructor(
    private readonly body: string,
    private readonly change: (url: string) => string | undefined,
  ) {}

  edits(): Edit[] {
    const tree = fromMarkdown(this.body, placedExtensions([destinations]));
    const open: Nodes[] = [tree];
    for (let node = open.pop(); node; node = open.pop()) {
      this.visit(node);
      if ('children' in node) for (const child of node.children) open.push(child);
    }
    return this.found;
  }

  private visit(node: Nodes): void {
    const range = { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
    if (node.type === 'html') this.markup(range, unescaped, escaped);
    else if (node.type === 'tag') this.tag(range);
    else if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      const place = node.data?.destination;
      const url = place && this.change(node.url);
      if (!place || url === undefined) return;
      const isLiteral = this.body.charAt(place.start - 1) === '<';
      this.found.push({ start: place.start - +isLiteral, end: place.end + +isLiteral, by: formatUrl(url) });
      const [only, ...more] = node.type === 'link' ? node.children : [];
      if (only?.type === 'text' && more.length === 0 && only.value === titleOfUrl(node.url) && only.position)
        this.found.push({
          start: only.position.start.offset!,
          end: only.position.end.offset!,
          by: escapeLine(titleOfUrl(url), { lineStart: false, lineEnd: false }),
        });
    }
  }

  private tag(range: Range): void {
    const included = /^\{%\s*include\s+"([^"]*)"/.exec(this.body.slice(range.start, range.end));
    const url = included ? this.change(included[1]!) : undefined;
    if (included && url !== undefined) {
      const end = range.start + included[0].length - 1;
      this.found.push({ start: end - included[1]!.length, end, by: url });
    } else
      this.markup(
        range,
        (text) => text.replace(/\\(["\\])/g, '$1'),
        (text) => text.replace(/["\\]/g, '\\$&'),
      );
  }

  /** Attributes of HTML and of tags. */
  private markup({ start, end }: Range, read: (text: string) => string, write: (text: string) => string): void {
    const text = this.body.slice(start, end);
    for (const { index, 0: whole, 1: before = '', 2: name = '', 3: equals = '', 4: quoted = '' } of text.matchAll(
      attribute,
    )) {
      const was = read(quoted.slice(1, -1));
      const url = this.change(was);
      if (url === undefined) continue;
      const from = start + index + before.length + name.length + equals.length + 1;
      this.found.push({ start: from, end: from + quoted.length - 2, by: write(url) });
      const title = titleOfUrl(was);
      const rest = start + index + whole.length;
      const named = /^[^<>]*>([^<]*)<\/a>/.exec(this.body.slice(rest, end));
      if (named?.[1] !== title || name !== 'href') continue;
      const at = rest + named[0].length - '</a>'.length - title.length;
      this.found.push({ start: at, end: at + title.length, by: escaped(titleOfUrl(url)) });
    }
  }
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Notes where the address of a link, a picture or a definition stands. */
const destinations: Extension = {
  exit: { resourceDestinationString: placed, definitionDestinationString: placed },
};

function placed(this: CompileContext, token: Token): void {
  const url = this.resume();
  const node = this.stack.at(-1) as unknown as { url: string; data?: object };
  node.url = url;
  node.data = { destination: { start: token.start.offset, end: token.end.offset } };
}
