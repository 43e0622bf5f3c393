import type { Command } from 'prosemirror-state';
import { schema } from './schema';

/** The colours that text may have, as the API names them. */
export const colors = ['green', 'blue', 'red', 'orange', 'yellow', 'purple'] as const;

/** Gives the selected text a colour, in the place of the one that it has; undefined takes the colour away. */
export const setColor =
  (color: (typeof colors)[number] | undefined): Command =>
  ({ tr, doc, selection: { from, to, empty } }, dispatch) => {
    if (empty) return false;
    const type = schema.marks.other!;
    doc.nodesBetween(from, to, ({ marks }) => {
      for (const mark of marks) if (mark.type === type && mark.attrs.type === 'color') tr.removeMark(from, to, mark);
    });
    if (color) tr.addMark(from, to, type.create({ type: 'color', data: { text: color, background: 'default' } }));
    dispatch?.(tr);
    return true;
  };
