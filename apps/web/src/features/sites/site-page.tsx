import { useNavigate, useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useAction, useList, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { SelectField, TextField } from '../../ui/field';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { ShareLinks } from './share-links';
import { visibilities, type Visibility } from './visibilities';

/** One site: whether it is published, for whom, and what it shows. */
export default function SitePage() {
  const { organizationId, siteId } = useParams({ from: '/o/$organizationId/site/$siteId' });
  const params = { organizationId, siteId };
  const site = useOperation('getSiteById', { params });
  const spaces = useList('listSiteSpaces', { params });
  const changed = ['getSiteById', 'listSites'] as const;
  const publish = useAction('publishSite', changed);
  const unpublish = useAction('unpublishSite', changed);
  const update = useAction('updateSiteById', changed);
  const remove = useAction('deleteSiteById', ['listSites']);
  const [title, setTitle] = useState<string>();
  const [asking, setAsking] = useState<'unpublish' | 'delete'>();
  const notices = useNotices();
  const navigate = useNavigate();
  const told = (text: string) => ({
    onSuccess: () => notices.success(text),
    onError: (error: Error) => notices.error(error),
  });
  const { data } = site;
  return (
    <>
      <Bar crumbs={[{ label: 'Sites', to: `/o/${organizationId}/sites` }, { label: data?.title ?? '…' }]}>
        {data?.urls.published && data.published && (
          <a className="button small" href={data.urls.published} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" /> Open site
          </a>
        )}
        {data &&
          (data.published ? (
            <Button small onClick={() => setAsking('unpublish')}>
              Unpublish
            </Button>
          ) : (
            <Button small look="primary" onClick={() => publish.mutate({ params }, told('The site is published.'))}>
              Publish
            </Button>
          ))}
      </Bar>
      <div className="content">
        {site.error && <Failure error={site.error} />}
        {site.isPending && <Loading />}
        {data && (
          <>
            <div className="content-head">
              <h1>{data.title}</h1>
              <span className={`badge ${data.published ? 'success' : ''}`}>
                {data.published ? 'Published' : 'Not published'}
              </span>
            </div>
            <form
              className="form"
              onSubmit={(event) => {
                event.preventDefault();
                update.mutate({ params, body: { title: title ?? data.title } as never }, told('The title is changed.'));
              }}
            >
              <TextField
                label="Title"
                value={title ?? data.title}
                minLength={2}
                maxLength={128}
                required
                onChange={(event) => setTitle(event.target.value)}
              />
              <div className="form-actions">
                <Button type="submit" disabled={update.isPending || title === undefined || title === data.title}>
                  Save
                </Button>
              </div>
            </form>
            <section className="section">
              <h2>Audience</h2>
              <SelectField
                label="Who may read it"
                options={visibilities}
                value={data.visibility}
                onChange={(event) =>
                  update.mutate(
                    { params, body: { visibility: event.target.value as Visibility } as never },
                    told('The audience is changed.'),
                  )
                }
              />
              {data.visibility === 'share-link' && <ShareLinks organizationId={organizationId} siteId={siteId} />}
            </section>
            <section className="section">
              <h2>Spaces</h2>
              <ul className="list">
                {spaces.items.map(({ id, title: name, path, space }) => (
                  <li key={id}>
                    <div className="grow">
                      <div className="title">{name || space.title}</div>
                      <div className="meta">/{path}</div>
                    </div>
                  </li>
                ))}
              </ul>
            </section>
            <section className="section">
              <h2>Delete</h2>
              <div>
                <Button look="danger" onClick={() => setAsking('delete')}>
                  Delete site
                </Button>
              </div>
            </section>
          </>
        )}
      </div>
      <ConfirmDialog
        title="Take the site down?"
        description="Readers find nothing at its address until you publish it again."
        action="Unpublish"
        isOpen={asking === 'unpublish'}
        isBusy={unpublish.isPending}
        onClose={() => setAsking(undefined)}
        onConfirm={() =>
          unpublish.mutate({ params }, { ...told('The site is taken down.'), onSettled: () => setAsking(undefined) })
        }
      />
      <ConfirmDialog
        title={`Delete “${data?.title ?? ''}”?`}
        description="The site is deleted with its look, share links and redirects. The spaces that it shows stay."
        action="Delete"
        isOpen={asking === 'delete'}
        isBusy={remove.isPending}
        onClose={() => setAsking(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => void navigate({ to: '/o/$organizationId/sites', params: { organizationId } }),
              onError: (error) => notices.error(error),
              onSettled: () => setAsking(undefined),
            },
          )
        }
      />
    </>
  );
}
