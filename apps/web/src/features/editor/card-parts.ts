import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import type { Reference } from '../documents/references';
import { schema } from './schema';

/** What is chosen for a card besides its text. */
export interface CardParts {
  cover: Reference | undefined;
  /** Says what the cover shows. */
  alt: string;
  target: Reference | undefined;
}

type Cover = Reference | { ref: Reference; alt?: string; objectFit?: string };

/** The cover and the target of a card. */
export function cardParts(card: Node | null): CardParts {
  const value = (name: string): unknown =>
    card?.content.content.find(({ type }) => type.name === name)?.attrs.value as unknown;
  const cover = value('card_cover') as Cover | undefined;
  const target = value('card_target') as Reference | undefined;
  if (cover && 'ref' in cover) return { cover: cover.ref as Reference, alt: (cover.alt as string) ?? '', target };
  return { cover, alt: '', target };
}

/** Changes the cover and the target of the card at a position; how the picture fits stays. */
export function setCardParts(view: EditorView, at: number, { cover, alt, target }: CardParts): void {
  const card = view.state.doc.nodeAt(at);
  if (!card || card.type !== schema.nodes.card) return;
  const cells = card.content.content.filter(({ type }) => type === schema.nodes.card_cell);
  const before = card.firstChild?.attrs.value as { objectFit?: string } | undefined;
  const objectFit = card.firstChild?.type === schema.nodes.card_cover ? before?.objectFit : undefined;
  const shown = cover && (alt || objectFit) ? { ref: cover, ...(objectFit && { objectFit }), ...(alt && { alt }) } : cover;
  const children = [
    ...(shown ? [schema.node('card_cover', { value: shown })] : []),
    ...cells,
    ...(target ? [schema.node('card_target', { value: target })] : []),
  ];
  view.dispatch(view.state.tr.replaceWith(at + 1, at + card.nodeSize - 1, children));
}
