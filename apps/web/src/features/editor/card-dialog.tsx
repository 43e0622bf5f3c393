import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { CoverField } from '../documents/cover-field';
import { cardParts, setCardParts } from './card-parts';
import { TargetPicker } from './target-picker';
import type { Upload } from './upload-places';

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
          hint="Describes the image for readers who cannot see it."
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
      )}
      <TargetPicker
        label="Link"
        hint="The title of a page, or a URL; the whole card leads there."
        value={target}
        onChange={setTarget}
      />
    </FormDialog>
  );
}
