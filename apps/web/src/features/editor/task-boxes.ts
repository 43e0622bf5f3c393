import { Plugin } from 'prosemirror-state';

/** Pixels from the left side of a task in which its box is. */
const boxWidth = 24;

/** A click on the box of a task marks it as done, or not. */
export const taskBoxes = new Plugin({
  props: {
    handleClickOn(view, _position, node, nodePosition, { clientX }) {
      const data = node.attrs.data as { checked?: boolean } | undefined;
      if (node.type.name !== 'list_item' || typeof data?.checked !== 'boolean') return false;
      const { left } = (view.nodeDOM(nodePosition) as HTMLElement).getBoundingClientRect();
      if (clientX > left + boxWidth) return false;
      const changed = { ...node.attrs, data: { ...data, checked: !data.checked } };
      view.dispatch(view.state.tr.setNodeMarkup(nodePosition, null, changed));
      return true;
    },
  },
});
