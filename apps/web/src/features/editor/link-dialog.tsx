import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import type { Reference } from '../documents/references';
import { schema } from './schema';
import { TargetPicker } from './target-picker';

/** Asks where the selected text leads: to a page, a part of a page, a space, or a URL. */
export function LinkDialog({ view, onClose }: { view: EditorView; onClose(): void }) {
  const [before] = useState(() => targetAt(view));
  const [ref, setRef] = useState(before);
  const link = (reference: Reference | undefined) => {
    const { from, to } = view.state.selection;
    const type = schema.marks.link!;
    const cleared = view.state.tr.removeMark(from, to, type);
    view.dispatch(reference ? cleared.addMark(from, to, type.create({ data: { ref: reference } })) : cleared);
    onClose();
  };
  return (
    <Dialog title="Link" description="Type the title of a page, or paste a URL." isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (ref) link(ref);
        }}
      >
        <TargetPicker label="Page or URL" value={ref} autoFocus onChange={setRef} />
        <div className="form-actions">
          {before && (
            <Button look="danger" onClick={() => link(undefined)}>
              Remove link
            </Button>
          )}
          <Button look="primary" type="submit" disabled={!ref}>
            Link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Where the first link in the selection leads. */
function targetAt({ state: { doc, selection } }: EditorView): Reference | undefined {
  let found: Reference | undefined;
  doc.nodesBetween(selection.from, selection.to, ({ marks }) => {
    const link = marks.find(({ type }) => type === schema.marks.link);
    found ??= (link?.attrs.data as { ref?: Reference } | undefined)?.ref;
  });
  return found;
}
