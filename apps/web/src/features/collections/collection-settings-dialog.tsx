import { useState } from 'react';
import type { Collection } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { useChangedFields } from '../../ui/use-changed-fields';

/** Changes the title and the description of a collection. */
export function CollectionSettingsDialog({ collection, onClose }: { collection: Collection; onClose(): void }) {
  const [title, setTitle] = useState(collection.title);
  const [description, setDescription] = useState(collection.description ?? '');
  const update = useAction('updateCollectionById', ['getCollectionById', 'listCollectionsInOrganizationById']);
  const { changed: body } = useChangedFields({ title, description: description || null });
  return (
    <FormDialog
      title={`Edit “${collection.title || 'Untitled'}”`}
      action="Save"
      isBusy={update.isPending}
      error={update.error}
      onSubmit={() => update.mutate({ params: { collectionId: collection.id }, body }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Title"
        required
        maxLength={50}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label="Description"
        maxLength={100}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </FormDialog>
  );
}
