import { useState } from 'react';
import type { Block } from '../../api/contracts';
import { FormDialog } from '../../ui/form-dialog';
import type { Reference } from '../documents/references';
import { TargetPicker } from './target-picker';

interface ContentRefDialogProps {
  /** The present target of the block. */
  before?: Reference;
  onSave(block: Block): void;
  onClose(): void;
}

/** Asks for the page, space or URL to which a link that is a block of its own leads. */
export function ContentRefDialog({ before, onSave, onClose }: ContentRefDialogProps) {
  const [ref, setRef] = useState(before);
  return (
    <FormDialog
      title="Link to a page"
      description="A block that leads to a page, a part of a page, a space or a URL."
      action={before ? 'Save' : 'Insert'}
      isIncomplete={!ref}
      onClose={onClose}
      onSubmit={() => ref && onSave({ object: 'block', type: 'content-ref', isVoid: true, data: { ref } })}
    >
      <TargetPicker label="Page or URL" value={ref} autoFocus onChange={setRef} />
    </FormDialog>
  );
}
