import { useState } from 'react';
import type { Site } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { visibilities, type Visibility } from './visibilities';

interface CreateSiteDialogProps {
  organizationId: string;
  /** Spaces that are chosen at the beginning. */
  chosen?: readonly string[];
  onClose(): void;
}

/** Makes a site of spaces, and publishes it at once if wanted. */
export function CreateSiteDialog({ organizationId, chosen = [], onClose }: CreateSiteDialogProps) {
  const [title, setTitle] = useState('');
  const [visibility, setVisibility] = useState<Visibility>('public');
  const [spaces, setSpaces] = useState<readonly string[]>(chosen);
  const [isPublished, setPublished] = useState(true);
  // It stays where its publication fails: another attempt publishes it alone.
  const [created, setCreated] = useState<Site>();
  const all = useList('listSpacesInOrganizationById', { params: { organizationId } });
  const create = useAction('createSite', ['listSites']);
  const publish = useAction('publishSite', ['listSites', 'getSiteById']);
  const navigate = useNavigateFromHere();
  const submit = async () => {
    const body = { title, visibility, spaces: [...spaces] };
    const site = created ?? (await create.mutateAsync({ params: { organizationId }, body }));
    setCreated(site);
    if (isPublished) await publish.mutateAsync({ params: { organizationId, siteId: site.id } });
    onClose();
    await navigate({ to: '/o/$organizationId/site/$siteId', params: { organizationId, siteId: site.id } });
  };
  const toggle = (id: string) =>
    setSpaces(spaces.includes(id) ? spaces.filter((space) => space !== id) : [...spaces, id]);
  return (
    <FormDialog
      title="New site"
      description="A site shows spaces to readers, at a URL of its own."
      action={created ? 'Go on' : 'Create site'}
      isBusy={create.isPending || publish.isPending}
      isIncomplete={spaces.length === 0}
      error={create.error ?? publish.error}
      onSubmit={() => void submit().catch(() => undefined)}
      onClose={onClose}
    >
      <TextField
        label="Title"
        value={title}
        required
        disabled={created !== undefined}
        minLength={2}
        maxLength={128}
        onChange={(event) => setTitle(event.target.value)}
      />
      <fieldset className="choices" disabled={created !== undefined}>
        <legend className="field-label">Spaces</legend>
        {all.items
          .filter(({ deletedAt }) => !deletedAt)
          .map(({ id, title: name }) => (
            <label key={id} className="choice">
              <input type="checkbox" checked={spaces.includes(id)} onChange={() => toggle(id)} /> {name || 'Untitled'}
            </label>
          ))}
        {all.hasMore && (
          <Button small onClick={all.loadMore}>
            Show more
          </Button>
        )}
      </fieldset>
      <SelectField
        label="Who can read it"
        options={visibilities}
        value={visibility}
        disabled={created !== undefined}
        onChange={(event) => setVisibility(event.target.value as Visibility)}
      />
      <label className="choice">
        <input type="checkbox" checked={isPublished} onChange={() => setPublished(!isPublished)} /> Publish it now
      </label>
    </FormDialog>
  );
}
