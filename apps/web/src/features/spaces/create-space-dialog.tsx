import { useState } from 'react';
import { useAction } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';

interface CreateSpaceDialogProps {
  organizationId: string;
  /** The collection that it is put into. */
  parent?: string;
  onClose(): void;
}

export function CreateSpaceDialog({ organizationId, parent, onClose }: CreateSpaceDialogProps) {
  const [title, setTitle] = useState('');
  const create = useAction('createSpace', ['listSpacesInOrganizationById', 'listSpacesInCollectionById']);
  const navigate = useNavigateFromHere();
  const submit = async () => {
    const space = await create.mutateAsync({ params: { organizationId }, body: { title, parent } as never });
    onClose();
    await navigate({ to: '/o/$organizationId/s/$spaceId', params: { organizationId, spaceId: space.id } });
  };
  return (
    <FormDialog
      title="New space"
      description="A space holds pages: a guide, a reference, a handbook."
      action="Create space"
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => void submit().catch(() => undefined)}
      onClose={onClose}
    >
      <TextField
        label="Title"
        value={title}
        maxLength={50}
        required
        onChange={(event) => setTitle(event.target.value)}
      />
    </FormDialog>
  );
}
