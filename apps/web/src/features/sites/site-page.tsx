import { useState } from 'react';
import type { Site } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextField } from '../../ui/field';
import { useNotices } from '../../ui/notices';
import { useChangedFields } from '../../ui/use-changed-fields';
import { CustomHost } from './custom-host';
import { SiteScreen } from './site-screen';

interface SectionProps {
  site: Site;
  params: { organizationId: string; siteId: string };
}

/** One site: its title, its URL, and a way to delete it. */
export default function SitePage() {
  return (
    <SiteScreen>
      {(site, params) => (
        <>
          <Title site={site} params={params} />
          <CustomHost site={site} params={params} />
          <Deletion site={site} params={params} />
        </>
      )}
    </SiteScreen>
  );
}

function Title({ site, params }: SectionProps) {
  const [title, setTitle] = useState(site.title);
  const [basename, setBasename] = useState(site.basename ?? '');
  const update = useAction('updateSiteById', ['getSiteById', 'listSites']);
  const notices = useNotices();
  const { changed, begin } = useChangedFields({ title, basename: basename || undefined });
  return (
    <form
      className="section form"
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ params, body: changed }, notices.outcome('The site is changed.', begin));
      }}
    >
      <TextField
        label="Title"
        value={title}
        minLength={2}
        maxLength={128}
        required
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label="Name in the URL"
        required={Boolean(site.basename)}
        value={basename}
        maxLength={100}
        pattern="[^\s\/?#%\\]+"
        title="One part of a URL, without spaces and slashes"
        placeholder={site.id}
        hint={site.urls.published ?? 'The last part of the URL of the site.'}
        onChange={(event) => setBasename(event.target.value)}
      />
      <div className="form-actions">
        <Button type="submit" disabled={update.isPending || Object.keys(changed).length === 0}>
          Save
        </Button>
      </div>
    </form>
  );
}

function Deletion({ site, params }: SectionProps) {
  const remove = useAction('deleteSiteById', ['listSites']);
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigateFromHere();
  const notices = useNotices();
  return (
    <section className="section">
      <h2>Delete</h2>
      <p className="muted">The spaces that the site shows stay.</p>
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete site
        </Button>
      </div>
      <ConfirmDialog
        title={`Delete “${site.title}”?`}
        description="The site is deleted with its look, share links and redirects. The spaces that it shows stay."
        action="Delete"
        isOpen={isAsking}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
                notices.success('The site is deleted.');
                void navigate({
                  to: '/o/$organizationId/sites',
                  params: { organizationId: params.organizationId },
                });
              },
              onError: notices.error,
              onSettled: () => setAsking(false),
            },
          )
        }
      />
    </section>
  );
}
