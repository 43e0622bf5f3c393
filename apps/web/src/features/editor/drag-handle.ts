import { NodeSelection, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** A handle beside the block under the pointer, by which the block is dragged to another place. */
export const dragHandle = new Plugin({
  view(view) {
    const handle = new DragHandle(view);
    return { destroy: () => handle.destroy() };
  },
});

class DragHandle {
  private readonly element = document.createElement('div');
  /** The position of the block that the handle stands beside. */
  private block?: number;
  private readonly host: HTMLElement;

  constructor(private readonly view: EditorView) {
    this.host = view.dom.parentElement!;
    this.element.className = 'drag-handle';
    this.element.draggable = true;
    this.element.hidden = true;
    // Those who use the keyboard move blocks with Alt and the arrow keys.
    this.element.setAttribute('aria-hidden', 'true');
    this.element.title = 'Drag to move';
    this.element.textContent = '⠿';
    this.element.addEventListener('dragstart', this.start);
    this.element.addEventListener('dragend', this.end);
    this.host.addEventListener('mousemove', this.follow);
    this.host.addEventListener('mouseleave', this.hide);
    this.host.append(this.element);
  }

  destroy(): void {
    this.host.removeEventListener('mousemove', this.follow);
    this.host.removeEventListener('mouseleave', this.hide);
    this.element.remove();
  }

  private readonly hide = (): void => {
    this.element.hidden = true;
  };

  /** Stands beside the top-level block at the height of the pointer. */
  private readonly follow = ({ clientY }: MouseEvent): void => {
    const blocks = [...this.view.dom.children] as HTMLElement[];
    const found = blocks.find((block) => {
      const { top, bottom } = block.getBoundingClientRect();
      return clientY >= top && clientY <= bottom;
    });
    if (!found) return;
    const index = this.view.posAtDOM(found, 0);
    const $inside = this.view.state.doc.resolve(index);
    this.block = $inside.depth > 0 ? $inside.before(1) : index;
    this.element.style.top = `${found.getBoundingClientRect().top - this.host.getBoundingClientRect().top + 2}px`;
    this.element.hidden = false;
  };

  private readonly start = (event: DragEvent): void => {
    // The text may have changed under a pointer that rested.
    this.follow(event);
    const { state } = this.view;
    if (this.block === undefined || !event.dataTransfer || !state.doc.nodeAt(this.block)) return;
    const selection = NodeSelection.create(state.doc, this.block);
    this.view.dispatch(state.tr.setSelection(selection));
    const slice = selection.content();
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', slice.content.textBetween(0, slice.content.size, '\n'));
    const shown = this.view.nodeDOM(this.block);
    if (shown instanceof Element) event.dataTransfer.setDragImage(shown, 0, 0);
    this.view.dragging = { slice, move: true };
  };

  /** ProseMirror hears only of drags that begin in the text: what was dropped next would be this block again. */
  private readonly end = (): void => {
    this.view.dragging = null;
  };
}
