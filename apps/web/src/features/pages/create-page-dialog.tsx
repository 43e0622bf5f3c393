import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { SelectField, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { pagesById } from '../documents/references';
import { pagePath, type PagePlace } from './page-links';
import { usePageChanges } from './use-page-changes';
import { pagesKey } from './use-pages';

const types = [
  { value: 'document', label: 'Page' },
  { value: 'group', label: 'Group of pages' },
  { value: 'link', label: 'Link' },
] as const;

interface CreatePageDialogProps {
  place: PagePlace;
  /** The page that it is put below. */
  parent?: string;
  onClose(): void;
}

export default function CreatePageDialog({ place, parent, onClose }: CreatePageDialogProps) {
  const [title, setTitle] = useState('');
  const [type, setType] = useState<(typeof types)[number]['value']>('document');
  const [url, setUrl] = useState('');
  const changes = usePageChanges(place);
  const client = useQueryClient();
  const navigate = useNavigateFromHere();
  const create = async () => {
    const body = {
      document: { document: { document: { object: 'document', data: {}, nodes: [] } } },
      group: {},
      link: { target: { kind: 'url', url: url.trim() } },
    }[type];
    const change = { operation: 'insert_page', type, title, ...(parent && { into: parent }), ...body };
    const { changes: outcomes } = await changes.mutateAsync([change as never]);
    onClose();
    const made = outcomes[0]?.page;
    const id = typeof made === 'object' ? made.id : undefined;
    await client.refetchQueries({ queryKey: pagesKey(place) });
    const page = pagesById(client.getQueryData<RevisionPage[]>(pagesKey(place)) ?? []).get(id ?? '');
    if (page?.type === 'document') await navigate({ to: pagePath(place, page.path) });
  };
  return (
    <FormDialog
      title={parent ? 'New page below' : 'New page'}
      action="Create"
      isBusy={changes.isPending}
      error={changes.error}
      onSubmit={() => void create().catch(() => undefined)}
      onClose={onClose}
    >
      <TextField
        label="Title"
        value={title}
        required
        maxLength={1000}
        autoFocus
        onChange={(event) => setTitle(event.target.value)}
      />
      <SelectField
        label="Kind"
        // Groups stand at the top alone.
        options={types.filter(({ value }) => !parent || value !== 'group')}
        value={type}
        onChange={(event) => setType(event.target.value as typeof type)}
      />
      {type === 'link' && (
        <TextField
          label="URL"
          type="url"
          placeholder="https://"
          pattern="https?://.+"
          title="A URL that begins with https://"
          value={url}
          required
          onChange={(event) => setUrl(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
