import { useState } from 'react';
import type { RequestError } from '../../api/client';
import { SelectField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { atTop, collectionPaths } from './collection-paths';
import { useCollections } from './use-collections';

interface MoveDialogProps {
  organizationId: string;
  title: string;
  /** The collection that it lies in now. */
  parent?: string;
  /** A collection that is moved; it cannot go into itself. */
  moved?: string;
  isBusy: boolean;
  error: RequestError | null;
  onMove(parent: string | null): void;
  onClose(): void;
}

/** Asks for the collection that a space or a collection is moved to. */
export function MoveDialog({ organizationId, title, parent, moved, onMove, ...rest }: MoveDialogProps) {
  const collections = useCollections(organizationId);
  const [chosen, setChosen] = useState(parent ?? atTop);
  return (
    <FormDialog
      {...rest}
      title={`Move “${title}”`}
      description="Content that inherits the access of its collection will inherit the access of the new one."
      action="Move"
      error={rest.error ?? collections.error}
      onSubmit={() => onMove(chosen === atTop ? null : chosen)}
    >
      <SelectField
        label="Collection"
        options={[{ value: atTop, label: 'In no collection' }, ...collectionPaths(collections.items, moved)]}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
    </FormDialog>
  );
}
