import type { Node } from '@bindery/documents';

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The direction of a block whose first letter is written from right to left; undefined for the page's direction. */
export function directionOf(nodes: readonly Node[] = []): 'rtl' | undefined {
  const letter = firstLetter(nodes);
  return letter && rightToLeft.test(letter) ? 'rtl' : undefined;
}

function firstLetter(nodes: readonly Node[]): string | undefined {
  for (const node of nodes) {
    if (node.object === 'block' && node.type === 'code') continue;
    const letter =
      node.object === 'text'
        ? node.leaves.map(({ text }) => /\p{L}/u.exec(text)?.[0]).find(Boolean)
        : firstLetter(node.nodes ?? []);
    if (letter) return letter;
  }
  return undefined;
}

/** The same for a text without marks. */
export const directionOfText = (text: string): 'rtl' | undefined =>
  directionOf([{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }]);
