import { useState } from 'react';
import { useAction } from '../../../api/queries';
import { SelectField, TextField } from '../../../ui/field';
import { FormDialog } from '../../../ui/form-dialog';
import { groupsOf, type StructureNode } from './structure-nodes';

interface AddLinkDialogProps {
  nodes: readonly StructureNode[];
  params: { organizationId: string; siteId: string };
  onClose(): void;
}

/** Adds a link to another site to the navigation. */
export function AddLinkDialog({ nodes, params, onClose }: AddLinkDialogProps) {
  const [title, setTitle] = useState('');
  const [url, setUrl] = useState('');
  const [parent, setParent] = useState('');
  const add = useAction('addExternalLinkToSite', ['getSiteStructure']);
  return (
    <FormDialog
      title="Add a link"
      action="Add"
      isBusy={add.isPending}
      error={add.error}
      onSubmit={() => add.mutate({ params, body: { title, url, ...(parent && { parent }) } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Title"
        required
        maxLength={100}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label="URL"
        type="url"
        required
        placeholder="https://example.com"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <SelectField
        label="Place"
        options={[
          { value: '', label: 'At the top' },
          ...groupsOf(nodes).map(({ id, title: name }) => ({ value: id, label: `In ${name}` })),
        ]}
        value={parent}
        onChange={(event) => setParent(event.target.value)}
      />
    </FormDialog>
  );
}
