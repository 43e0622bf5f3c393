import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import type { Block, Inline, Text } from '../../api/contracts';

/** The value of a cell in a column of another type than text. */
interface CellValue {
  object: 'cell';
  type: string;
  value: unknown;
}

/** A place in the editor at which React shows what the editor does not edit. */
export interface OpaquePlace {
  id: number;
  element: HTMLElement;
  node: Block | Inline | Text | CellValue;
}

/** Keeps the places, and tells when they change. */
export class OpaquePlaces {
  private places: readonly OpaquePlace[] = [];
  private readonly listeners = new Set<() => void>();
  private count = 0;

  readonly list = (): readonly OpaquePlace[] => this.places;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** A view of an opaque block or inline. */
  view(node: Node): NodeView {
    const isInline = node.isInline;
    const element = document.createElement(isInline ? 'span' : 'div');
    element.className = isInline ? 'opaque-inline' : 'opaque-block';
    element.contentEditable = 'false';
    const { block, inline } = node.attrs as { block?: Block; inline?: Inline };
    element.dataset.type = block?.type ?? inline?.type ?? node.type.name;
    // A click selects what it meets; with Ctrl a link opens, as in the text.
    element.addEventListener('click', stopLinks, true);
    const place = { id: this.count++, element, node: shownBy(node) };
    this.set([...this.places, place]);
    return {
      dom: element,
      update: (next) => next.sameMarkup(node),
      // Events within belong to the content there, such as the tabs of a block.
      stopEvent: (event) => event.type === 'click',
      ignoreMutation: () => true,
      destroy: () => this.set(this.places.filter((other) => other !== place)),
    };
  }

  private set(places: readonly OpaquePlace[]): void {
    this.places = places;
    // The editor draws while React does; React is told afterwards.
    queueMicrotask(() => this.listeners.forEach((listener) => listener()));
  }
}

function stopLinks(event: Event): void {
  const { target, ctrlKey, metaKey } = event as MouseEvent;
  if ((target as Element).closest('a') && !ctrlKey && !metaKey) event.preventDefault();
}

function shownBy({ type, attrs }: Node): OpaquePlace['node'] {
  if (type.name === 'cell_value') return { object: 'cell', type: attrs.type as string, value: attrs.value };
  if (type.name === 'card_cover') return { object: 'cell', type: 'image', value: attrs.value };
  if (type.name === 'card_target') return { object: 'cell', type: 'content-ref', value: attrs.value };
  return (attrs.block ?? attrs.inline) as Block | Inline | Text;
}
