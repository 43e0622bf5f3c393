import { useState } from 'react';
import { useAction } from '../../../api/queries';
import { TextField } from '../../../ui/field';
import { FormDialog } from '../../../ui/form-dialog';

interface RenameShareLinkDialogProps {
  params: { organizationId: string; siteId: string };
  link: { id: string; name: string };
  onClose(): void;
}

/** Changes the name of a share link; its URL stays. */
export function RenameShareLinkDialog({ params, link, onClose }: RenameShareLinkDialogProps) {
  const [name, setName] = useState(link.name);
  const update = useAction('updateSiteShareLinkById', ['listSiteShareLinks']);
  return (
    <FormDialog
      title={`Rename ${link.name}`}
      action="Rename"
      isBusy={update.isPending}
      error={update.error}
      onSubmit={() =>
        update.mutate({ params: { ...params, shareLinkId: link.id }, body: { name } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={50} value={name} onChange={(event) => setName(event.target.value)} />
    </FormDialog>
  );
}
