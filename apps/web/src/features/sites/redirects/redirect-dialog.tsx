import { useState } from 'react';
import { useAction, useOperation } from '../../../api/queries';
import { SelectField, TextField } from '../../../ui/field';
import { FormDialog } from '../../../ui/form-dialog';
import { destinationOf, valueOf, type Redirect } from './destinations';
import { flatPages } from './flat-pages';
import { useDestinations } from './use-destinations';

interface RedirectDialogProps {
  params: { organizationId: string; siteId: string };
  /** The redirect to change; a new one when absent. */
  redirect?: Redirect;
  onClose(): void;
}

/** Makes a redirect, or changes one. */
export function RedirectDialog({ params, redirect, onClose }: RedirectDialogProps) {
  const { sections, spaces } = useDestinations(params);
  const given = redirect?.destination;
  const [source, setSource] = useState(redirect?.source ?? '');
  const [value, setValue] = useState(given ? valueOf(given) : 'url');
  const [url, setUrl] = useState(given?.kind === 'url' ? given.url : '');
  const [page, setPage] = useState(given?.kind === 'site-page' ? given.pageId : '');
  const create = useAction('createSiteRedirect', ['listSiteRedirects']);
  const update = useAction('updateSiteRedirectById', ['listSiteRedirects']);
  const space = spaces.find(({ id }) => value === `space:${id}`);
  const pages = useOperation('listPages', {
    params: { spaceId: space?.space.id ?? '' },
    enabled: space !== undefined,
  });
  const submit = () => {
    const body = { source, destination: destinationOf(value, { page, url }) };
    const done = { onSuccess: onClose };
    if (redirect) update.mutate({ params: { ...params, siteRedirectId: redirect.id }, body }, done);
    else create.mutate({ params, body }, done);
  };
  return (
    <FormDialog
      title={redirect ? 'Edit redirect' : 'Add redirect'}
      action={redirect ? 'Save' : 'Add'}
      isBusy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="From"
        required
        pattern="/.+"
        title="A path that begins with /"
        placeholder="/old/page"
        hint="A path below the site."
        value={source}
        onChange={(event) => setSource(event.target.value)}
      />
      <SelectField
        label="To"
        options={[
          { value: 'url', label: 'A URL' },
          ...sections.map(({ id, title }) => ({ value: `section:${id}`, label: `Section ${title}` })),
          ...spaces.map(({ id, title }) => ({ value: `space:${id}`, label: title })),
        ]}
        value={value}
        onChange={(event) => {
          setValue(event.target.value);
          setPage('');
        }}
      />
      {value === 'url' && (
        <TextField
          label="URL"
          type="url"
          required
          placeholder="https://example.com/page"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      )}
      {space && (
        <SelectField
          label="Page"
          options={[{ value: '', label: 'Its first page' }, ...flatPages(pages.data?.pages ?? [])]}
          value={page}
          onChange={(event) => setPage(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
