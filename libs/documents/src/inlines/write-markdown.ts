import type { WriteContext } from '../model/context';
import { emojiShortcode } from '../model/emoji';
import { onOneLine } from '../model/line-ends';
import type { Inline, Leaf, Mark, Node } from '../model/model';
import { escapeLine, formatCodeSpan, formatTitle, formatUrl } from './escape-markdown';
import { annotationBody, annotationElement, inlineElement, markTags, refOfData, textOfData } from './inline-html';
import { groupsOf, runsOf, type Group, type Run } from './runs';

interface PhrasingOptions {
  /** Line breaks as `<br>`, where the block must stay on one line (headings, cells). */
  oneLine?: boolean;
}

/** Writes inline content as the text of a Markdown paragraph, heading or cell. */
export function writePhrasing(nodes: Node[], context: WriteContext, options: PhrasingOptions = {}): string {
  return new PhrasingWriter(context, options.oneLine ?? false).write(nodes);
}

const markers: Record<string, string> = { bold: '**', italic: '_', strikethrough: '~~' };
const space = /\s/;
const punctuation = /[\p{P}\p{S}]/u;
const isWord = (char: string) => char !== '' && !space.test(char) && !punctuation.test(char);
const isSpace = (char: string) => char === '' || space.test(char);

class PhrasingWriter {
  constructor(
    private readonly context: WriteContext,
    private readonly oneLine: boolean,
  ) {}

  write(nodes: Node[]): string {
    return this.writeRuns(runsOf(nodes), [], { before: '', after: '', start: true, end: true });
  }

  private writeRuns(runs: Run[], outer: Mark[], place: Place): string {
    const groups = groupsOf(runs);
    let result = '';
    groups.forEach((group, index) => {
      const next = groups[index + 1];
      const inner: Place = {
        before: result === '' ? place.before : result.charAt(result.length - 1),
        after: next ? firstChar(next) : place.after,
        start: place.start && result === '',
        end: place.end && !next,
      };
      result += group.mark
        ? this.writeMarked(group.mark, group.runs, outer, inner)
        : this.writeItem(group.run.item, outer, inner);
    });
    return result;
  }

  /** Emphasis in its Markdown form where its ends are sure to be read as such, else as an element. */
  private writeMarked(mark: Mark, runs: Run[], outer: Mark[], place: Place): string {
    const marker = markers[mark.type];
    if (mark.type === 'code') return runs.map((run) => this.writeCode(run.item, outer, place)).join('');
    const content = this.writeRuns(runs, [...outer, mark], { before: '<', after: '<', start: false, end: false });
    if (marker !== undefined && canEmphasise(content, place, marker)) return marker + content + marker;
    const [open, close] = markTags(mark);
    return open + content + close;
  }

  private writeCode(item: Leaf | Inline, outer: Mark[], place: Place): string {
    if (item.object === 'inline') return this.writeInline(item, outer, place);
    const span = item.data ? undefined : formatCodeSpan(item.text);
    return span ?? `<code>${this.writeItem(item, outer, { ...place, start: false, end: false })}</code>`;
  }

  private writeItem(item: Leaf | Inline, outer: Mark[], place: Place): string {
    if (item.object === 'inline') return this.writeInline(item, outer, place);
    return item.data?.source ?? this.writeText(item.text, place);
  }

  private writeText(text: string, place: Place): string {
    const lines = text.split(/\r\n?|\n/);
    let last = lines.length - 1;
    while (last > 0 && lines[last] === '') last--;
    return lines
      .map((line, index) => {
        const soft = !this.oneLine && index < last;
        const lineStart = index === 0 ? place.start : !this.oneLine && index <= last;
        const written = escapeLine(line, { lineStart, lineEnd: place.end && index === lines.length - 1 });
        return index === lines.length - 1 ? written : `${written}${soft ? '\\\n' : '<br>'}`;
      })
      .join('');
  }

  private writeInline(node: Inline, outer: Mark[], place: Place): string {
    const { data } = node;
    const escape = (text: string) => escapeLine(onOneLine(text), { lineStart: false, lineEnd: false });
    const asHtml = inlineElement(node, this.context, node.type === 'expression' ? escapeExpression : escape);
    if (asHtml !== undefined) return asHtml;
    switch (node.type) {
      case 'link':
        return `[${this.content(node, outer)}](${formatUrl(this.context.urlOf(refOfData(data.ref)))}${data.title ? ` ${formatTitle(textOfData(data.title) ?? '')}` : ''})`;
      case 'mention': {
        const ref = refOfData(data.ref);
        return `[${escape(this.context.titleOf(ref))}](${formatUrl(this.context.urlOf(ref))} "mention")`;
      }
      case 'emoji':
        return `:${emojiShortcode(textOfData(data.code) ?? '')}:`;
      case 'inline-math':
        return formatMath(textOfData(data.formula) ?? '', place.before === '$');
      case 'annotation':
        return this.writeAnnotation(node, outer, place);
      default:
        return this.content(node, outer);
    }
  }

  /** `word[^1]` for a single word that stands free, an element around the text otherwise. */
  private writeAnnotation(node: Inline, outer: Mark[], place: Place): string {
    const content = this.content(node, outer);
    const word = node.nodes?.length === 1 && /^[\p{L}\p{N}]+$/u.test(content);
    if (!word || !isSpace(place.before)) return annotationElement(node, content, this.context);
    return `${content}[^${this.context.footnote(annotationBody(node))}]`;
  }

  private content(node: Inline, outer: Mark[]): string {
    return this.writeRuns(runsOf(node.nodes ?? [], outer), outer, {
      before: '[',
      after: ']',
      start: false,
      end: false,
    });
  }
}

/** The surroundings of a piece of text: characters beside it, and whether it starts or ends its block. */
interface Place {
  before: string;
  after: string;
  start: boolean;
  end: boolean;
}

/** The first character that a group will write, as far as emphasis depends on it. */
function firstChar(group: Group): string {
  if (group.mark) return '*';
  const { item } = group.run;
  if (item.object === 'inline' || item.data) return '<';
  return escapeLine(item.text.slice(0, 2), { lineStart: false, lineEnd: false }).charAt(0);
}

/** CommonMark, left- and right-flanking delimiter runs: both ends must be able to open and close. */
function canEmphasise(content: string, place: Place, marker: string): boolean {
  const first = content.charAt(0);
  const last = content.charAt(content.length - 1);
  if (isSpace(first) || isSpace(last)) return false;
  if (marker === '_' && (isWord(place.before) || isWord(place.after))) return false;
  if (first === marker.charAt(0) || last === marker.charAt(0) || place.before === marker.charAt(0)) return false;
  return (isWord(first) || !isWord(place.before)) && (isWord(last) || !isWord(place.after));
}

/** Text between tags that Markdown must not change: characters with a meaning become character references. */
function escapeExpression(text: string): string {
  return text.replace(/[\\`*_[\]<>&~$:{}!|\r\n\0]/g, (char) => `&#x${char.charCodeAt(0).toString(16).toUpperCase()};`);
}

/** Math between signs, or in an element where it holds nothing or where other signs would run into its own. */
function formatMath(formula: string, besideSign: boolean): string {
  const clean = onOneLine(formula);
  const longest = Math.max(1, ...(clean.match(/\$+/g) ?? []).map((run) => run.length));
  if (clean.trim() === '' || besideSign) return `<span class="math">${escapeExpression(clean)}</span>`;
  const fence = '$'.repeat(longest + 1);
  const spaced = clean.startsWith(' ') && clean.endsWith(' ');
  const pad = spaced || clean.startsWith('$') || clean.endsWith('$') ? ' ' : '';
  return fence + pad + clean + pad + fence;
}
