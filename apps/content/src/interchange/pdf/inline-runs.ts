import { emojiCharacters, plainText, type Block, type Mark, type Node } from '@bindery/documents';
import type { LinkTargets, Note, Target } from './destinations';

/** Text of one style. */
export interface Run extends Target {
  text: string;
  bold: boolean;
  italic: boolean;
  code: boolean;
  strike: boolean;
}

type Look = Omit<Run, 'text'>;

const plain: Look = { bold: false, italic: false, code: false, strike: false };

export const plainRun = (text: string): Run => ({ text: printable(text), ...plain });

/** Inline content as it is printed. */
export function runsOf(nodes: readonly Node[] = [], targets: LinkTargets, look: Look = plain): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (node.object === 'text')
      return node.leaves.map(({ text, marks }) => ({ text: printable(text), ...withMarks(look, marks) }));
    if (node.object === 'block') return [];
    switch (node.type) {
      case 'link':
        return runsOf(node.nodes, targets, { ...look, ...targets.targetOf(node.data.ref) });
      case 'mention':
        return [
          {
            text: printable(targets.titleOf(node.data.ref) ?? ''),
            ...look,
            ...targets.targetOf(node.data.ref),
          },
        ];
      case 'button':
        // Buttons that follow each other in a line need a separator.
        return [
          { text: printable(String(node.data.label ?? '')), ...look, bold: true, ...targets.targetOf(node.data.ref) },
          { text: '   ', ...look },
        ];
      case 'expression':
      case 'inline-math':
        return [{ text: printable(String(node.data.expression ?? node.data.formula ?? '')), ...look, code: true }];
      case 'emoji':
        return [{ text: emojiCharacters(String(node.data.code ?? '')), ...look }];
      case 'inline-image':
        return [{ text: printable(textIn(node.data.alt) || textIn(node.data.caption)), ...look }];
      case 'annotation':
        return [...runsOf(node.nodes, targets, look), ...noteMark(targets.notes.get(node))];
      default:
        return runsOf(node.nodes, targets, look);
    }
  });
}

/** The number of a note, as a link to it. */
const noteMark = (note: Note | undefined): Run[] =>
  note ? [{ text: `[${note.number}]`, ...plain, goTo: note.goTo }] : [];

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The text of blocks in little space, as in cells: a line for each, as `plainText` has them. */
export function lineRuns(blocks: readonly Block[], targets: LinkTargets): Run[] {
  return linesOf(blocks, targets)
    .filter((line) => line.some(({ text }) => text.trim() !== ''))
    .flatMap((line, index) => (index === 0 ? line : [plainRun('\n'), ...line]));
}

function linesOf(blocks: readonly Block[], targets: LinkTargets): Run[][] {
  return blocks.flatMap(({ nodes = [], fragments = [], ...block }) => {
    const own = plainText({ object: 'document', data: {}, nodes: [block] });
    const children = nodes.filter((node): node is Block => node.object === 'block');
    const look = { ...plain, code: block.type === 'code-line' };
    return [
      [plainRun(own)],
      ...(children.length > 0 ? linesOf(children, targets) : [runsOf(nodes, targets, look)]),
      ...fragments.flatMap((part) => linesOf(part.nodes, targets)),
    ];
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

/** Without control characters, which no font has; line breaks within a paragraph stay. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/\p{Cc}/gu, (character) => (character === '\n' ? '\n' : ' '));
