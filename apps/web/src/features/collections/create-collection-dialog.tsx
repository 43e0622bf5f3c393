import { useState } from 'react';
import { useAction } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';

interface CreateCollectionDialogProps {
  organizationId: string;
  /** The collection that it is put into. */
  parent?: string;
  onClose(): void;
}

/** Makes a collection, which holds spaces and gives them its access. */
export function CreateCollectionDialog({ organizationId, parent, onClose }: CreateCollectionDialogProps) {
  const [title, setTitle] = useState('');
  const create = useAction('createCollection', ['listCollectionsInOrganizationById']);
  const navigate = useNavigateFromHere();
  const submit = () =>
    create.mutate(
      { params: { organizationId }, body: { title, parent } },
      {
        onSuccess: ({ id }) => {
          onClose();
          void navigate({
            to: '/o/$organizationId/c/$collectionId',
            params: { organizationId, collectionId: id },
          });
        },
      },
    );
  return (
    <FormDialog
      title="New collection"
      description="A collection groups spaces that share their access."
      action="Create collection"
      isBusy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Title"
        required
        maxLength={50}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
    </FormDialog>
  );
}
