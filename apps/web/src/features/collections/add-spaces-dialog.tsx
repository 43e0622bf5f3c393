import { useState } from 'react';
import { useAction, useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { CheckField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { spaceLists } from '../spaces/space-lists';

interface AddSpacesDialogProps {
  organizationId: string;
  collection: { id: string; title: string };
  onClose(): void;
}

/** Moves spaces that lie elsewhere into a collection. */
export function AddSpacesDialog({ organizationId, collection, onClose }: AddSpacesDialogProps) {
  const spaces = useList('listSpacesInOrganizationById', { params: { organizationId } });
  const move = useAction('moveSpace', spaceLists);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const others = spaces.items.filter(
    ({ parent, deletedAt, permissions }) => parent !== collection.id && !deletedAt && permissions.admin,
  );
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const submit = async () => {
    // One after the other: those that are moved are no longer offered where a later one fails.
    for (const spaceId of chosen) await move.mutateAsync({ params: { spaceId }, body: { parent: collection.id } });
    onClose();
  };
  return (
    <FormDialog
      title={`Put spaces into “${collection.title || 'Untitled'}”`}
      description="They leave the collection in which they are now."
      action="Move here"
      isBusy={move.isPending}
      isIncomplete={chosen.length === 0}
      error={move.error ?? spaces.error}
      onSubmit={() => void submit().catch(() => undefined)}
      onClose={onClose}
    >
      <fieldset className="choices">
        <legend className="field-label">Spaces</legend>
        {others.map(({ id, title }) => (
          <CheckField key={id} label={title || 'Untitled'} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ))}
        {others.length === 0 && !spaces.isPending && !spaces.hasMore && (
          <p className="muted">There is no other space that you may move.</p>
        )}
        {spaces.hasMore && (
          <Button small onClick={spaces.loadMore} disabled={spaces.isLoadingMore}>
            Show more
          </Button>
        )}
      </fieldset>
    </FormDialog>
  );
}
