import type { EditorView } from 'prosemirror-view';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { useFileURL, type Reference } from '../documents/references';
import { cardParts, setCardParts } from './card-parts';
import { TargetPicker } from './target-picker';
import type { Upload } from './uploads';

interface CardDialogProps {
  view: EditorView;
  /** The position of the card. */
  at: number;
  upload: Upload;
  onClose(): void;
}

/** Asks for the picture of a card, and for where it leads. */
export function CardDialog({ view, at, upload, onClose }: CardDialogProps) {
  const [before] = useState(() => cardParts(view.state.doc.nodeAt(at)));
  const [cover, setCover] = useState(before.cover);
  const [alt, setAlt] = useState(before.alt);
  const [target, setTarget] = useState(before.target);
  return (
    <FormDialog
      title="Cover and link of the card"
      action="Save"
      onClose={onClose}
      onSubmit={() => {
        setCardParts(view, at, { cover, alt, target });
        onClose();
      }}
    >
      <CoverField value={cover} upload={upload} onChange={setCover} />
      {cover && (
        <TextField
          label="Description of the cover"
          hint="Says what the image shows to those who do not see it."
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
      )}
      <TargetPicker
        label="Link"
        hint="The title of a page, or an address; the whole card leads there."
        value={target}
        onChange={setTarget}
      />
    </FormDialog>
  );
}

interface CoverFieldProps {
  value: Reference | undefined;
  upload: Upload;
  onChange(value: Reference | undefined): void;
}

function CoverField({ value, upload, onChange }: CoverFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState('');
  const src = useFileURL(value);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setState('Uploading…');
    try {
      onChange({ kind: 'file', file: await upload(file, (part) => setState(`Uploading… ${Math.round(part * 100)} %`)) });
      setState('');
    } catch (error) {
      setState(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="field" role="group" aria-label="Cover">
      <span className="field-label">Cover</span>
      {src && <img className="cover-preview" src={src} alt="" />}
      <div className="row">
        <Button small onClick={() => input.current?.click()}>
          {value ? 'Choose another image' : 'Choose an image'}
        </Button>
        {value && (
          <Button small look="ghost" onClick={() => onChange(undefined)}>
            Remove
          </Button>
        )}
        <span className="muted" role="status">
          {state}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => void send(target.files?.[0])}
      />
    </div>
  );
}
