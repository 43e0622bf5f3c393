import { useState } from 'react';
import { useAction } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Failure } from '../../ui/states';

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
    <Dialog
      title="New space"
      description="A space holds pages: a guide, a reference, a handbook."
      isOpen
      onClose={onClose}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit().catch(() => undefined);
        }}
      >
        <TextField
          label="Title"
          value={title}
          maxLength={50}
          required
          onChange={(event) => setTitle(event.target.value)}
        />
        {create.error && <Failure error={create.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={create.isPending}>
            Create space
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
