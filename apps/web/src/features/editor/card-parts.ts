import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import type { Reference } from '../documents/references';
import { schema } from './schema';

/** The choices for a card besides its text. */
interface CardParts {
  cover: Reference | undefined;
  /** Says what the cover shows. */
  alt: string;
  target: Reference | undefined;
}

type Cover = Reference | { ref: Reference; alt?: string; objectFit?: string };

/** The cover and the target of a card. */
export function cardParts(card: Node | null): CardParts {
  const value = (name: string): unknown =>
    card?.children.find(({ type }) => type.name === name)?.attrs.value as unknown;
  const cover = value('card_cover') as Cover | undefined;
  const target = value('card_target') as Reference | undefined;
  if (cover && 'ref' in cover) return { cover: cover.ref as Reference, alt: (cover.alt as string) ?? '', target };
  return { cover, alt: '', target };
}

/** Changes the cover and the target of the card at a position; its text, with the cursor, and how the picture fits stay. */
export function setCardParts(view: EditorView, at: number, { cover, alt, target }: CardParts): void {
  const card = view.state.doc.nodeAt(at);
  if (!card || card.type !== schema.nodes.card) return;
  const { firstChild, lastChild } = card;
  const cut = (part: Node | null, name: string) => (part?.type.name === name ? part : undefined);
  const [coverBefore, targetBefore] = [cut(firstChild, 'card_cover'), cut(lastChild, 'card_target')];
  const end = at + card.nodeSize - 1;
  const transaction = view.state.tr
    .replaceWith(end - (targetBefore?.nodeSize ?? 0), end, partOf('card_target', target))
    .replaceWith(at + 1, at + 1 + (coverBefore?.nodeSize ?? 0), partOf('card_cover', shownAs(cover, alt, coverBefore)));
  view.dispatch(transaction);
}

const partOf = (name: string, value: object | undefined): Node[] => (value ? [schema.node(name, { value })] : []);

function shownAs(cover: Reference | undefined, alt: string, before: Node | undefined): object | undefined {
  const { objectFit } = (before?.attrs.value ?? {}) as { objectFit?: string };
  return cover && (alt || objectFit) ? { ref: cover, ...(objectFit && { objectFit }), ...(alt && { alt }) } : cover;
}
