import { useState } from 'react';
import { useAction } from '../../api/queries';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';

interface RenameTeamDialogProps {
  organizationId: string;
  team: { id: string; title: string };
  onClose(): void;
}

export function RenameTeamDialog({ organizationId, team, onClose }: RenameTeamDialogProps) {
  const [title, setTitle] = useState(team.title);
  const update = useAction('updateTeamInOrganizationById', ['listTeamsInOrganizationById']);
  return (
    <FormDialog
      title={`Rename ${team.title}`}
      action="Rename"
      isBusy={update.isPending}
      error={update.error}
      onSubmit={() =>
        update.mutate({ params: { organizationId, teamId: team.id }, body: { title } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <TextField
        label="Title"
        required
        maxLength={64}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
    </FormDialog>
  );
}
