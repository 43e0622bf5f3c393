import { emojiCharacters, type Mark, type Node } from '@bindery/documents';

/** Text of one look. */
export interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
  code: boolean;
  strike: boolean;
  /** An absolute address. */
  link?: string;
}

type Look = Omit<Run, 'text'>;

const plain: Look = { bold: false, italic: false, code: false, strike: false };

/** Inline content as it is printed. */
export function runsOf(nodes: readonly Node[] = [], look: Look = plain): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (node.object === 'text')
      return node.leaves.map(({ text, marks }) => ({ text: printable(text), ...withMarks(look, marks) }));
    if (node.object === 'block') return [];
    switch (node.type) {
      case 'link':
        return runsOf(node.nodes, { ...look, ...linkOf(node.data.ref) });
      case 'button':
        return [{ text: printable(String(node.data.label ?? '')), ...look, ...linkOf(node.data.ref) }];
      case 'expression':
      case 'inline-math':
        return [{ text: printable(String(node.data.expression ?? node.data.formula ?? '')), ...look, code: true }];
      case 'emoji':
        return [{ text: emojiCharacters(String(node.data.code ?? '')), ...look }];
      case 'inline-image':
        return [{ text: printable(String(node.data.alt ?? node.data.caption ?? '')), ...look }];
      default:
        return runsOf(node.nodes, look);
    }
  });
}

function withMarks(look: Look, marks: readonly Mark[]): Look {
  const has = (type: string) => marks.some((mark) => mark.type === type);
  return {
    ...look,
    bold: look.bold || has('bold'),
    italic: look.italic || has('italic'),
    code: look.code || has('code') || has('keyboard'),
    strike: look.strike || has('strikethrough'),
  };
}

function linkOf(ref: unknown): { link?: string } {
  const url = (ref as { url?: unknown } | undefined)?.url;
  return typeof url === 'string' && /^(https?|mailto):/i.test(url) ? { link: url } : {};
}

/** Without control characters, which no font shows; line breaks within a paragraph stay. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/\p{Cc}/gu, (character) => (character === '\n' ? '\n' : ' '));
