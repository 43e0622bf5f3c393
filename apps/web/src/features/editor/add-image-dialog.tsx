import { useState } from 'react';
import type { Block } from '../../api/contracts';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { CoverField } from '../documents/cover-field';
import type { Reference } from '../documents/references';
import { withImage } from './image-details';
import type { Upload } from './upload-places';

interface AddImageDialogProps {
  /** The block that gets another image. */
  block: Block;
  upload: Upload;
  onSave(block: Block): void;
  onClose(): void;
}

/** Adds an image behind those of a block, which makes it a gallery. */
export function AddImageDialog({ block, upload, onSave, onClose }: AddImageDialogProps) {
  const [image, setImage] = useState<Reference>();
  const [alt, setAlt] = useState('');
  return (
    <FormDialog
      title="Add an image"
      action="Add"
      isIncomplete={!image}
      onClose={onClose}
      onSubmit={() => image?.file && onSave(withImage(block, image.file, alt.trim()))}
    >
      <CoverField label="Image" value={image} upload={upload} onChange={setImage} />
      <TextField
        label="Description"
        hint="Describes the image for readers who cannot see it."
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
    </FormDialog>
  );
}
