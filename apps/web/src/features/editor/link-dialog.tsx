import type { EditorView } from 'prosemirror-view';
import { use, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { ReferenceContext } from '../documents/references';
import { schema } from './schema';

/** Asks where the selected text leads: to a page of the space, or to an address. */
export function LinkDialog({ view, onClose }: { view: EditorView; onClose(): void }) {
  const references = use(ReferenceContext);
  const [text, setText] = useState('');
  const pages = [...(references?.pages.values() ?? [])].filter(({ type }) => type === 'document');
  const found =
    text === '' ? [] : pages.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase())).slice(0, 8);
  const link = (reference: object | undefined) => {
    const { from, to } = view.state.selection;
    const type = schema.marks.link!;
    const cleared = view.state.tr.removeMark(from, to, type);
    view.dispatch(reference ? cleared.addMark(from, to, type.create({ data: { ref: reference } })) : cleared);
    onClose();
    view.focus();
  };
  const isAddress = /^(https?:\/\/|mailto:|#)\S+/.test(text);
  return (
    <Dialog title="Link" description="Type the title of a page, or paste an address." isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isAddress) link({ kind: 'url', url: text });
          else if (found[0]) link({ kind: 'page', page: found[0].id });
        }}
      >
        <TextField label="Page or address" value={text} autoFocus onChange={(event) => setText(event.target.value)} />
        {!isAddress && found.length > 0 && (
          <ul className="list" aria-label="Pages">
            {found.map(({ id, title }) => (
              <li key={id}>
                <Button look="ghost" onClick={() => link({ kind: 'page', page: id })}>
                  {title}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div className="form-actions">
          <Button look="danger" onClick={() => link(undefined)}>
            Remove link
          </Button>
          <Button look="primary" type="submit" disabled={!isAddress && found.length === 0}>
            Link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
