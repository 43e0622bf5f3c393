import { CornerDownRight, ListPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction, useList } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { LoadMore } from '../../../ui/load-more';
import { useNotices } from '../../../ui/notices';
import { Empty, Failure, Loading } from '../../../ui/states';
import { SiteScreen } from '../site-screen';
import { ManyRedirectsDialog } from './many-redirects-dialog';
import { RedirectDialog } from './redirect-dialog';
import type { Redirect } from './destinations';
import { useDestinations } from './use-destinations';

type Params = { organizationId: string; siteId: string };

/** The redirects of a site, for readers who come by former URLs. */
export default function RedirectsPage() {
  return <SiteScreen>{(_site, params) => <Redirects params={params} />}</SiteScreen>;
}

function Redirects({ params }: { params: Params }) {
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<Redirect | 'new'>();
  const [isAddingMany, setAddingMany] = useState(false);
  const [removing, setRemoving] = useState<Redirect>();
  const redirects = useList('listSiteRedirects', { params, query: { search: search || undefined } });
  const remove = useAction('deleteSiteRedirectById', ['listSiteRedirects']);
  const { describe } = useDestinations(params);
  const notices = useNotices();
  return (
    <section className="section" aria-label="Redirects">
      <div className="row">
        <input
          className="input flexible"
          type="search"
          aria-label="Search redirects"
          placeholder="Search by path"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Button onClick={() => setAddingMany(true)}>
          <ListPlus aria-hidden="true" /> Add many
        </Button>
        <Button look="primary" onClick={() => setEditing('new')}>
          <Plus aria-hidden="true" /> Add redirect
        </Button>
      </div>
      {redirects.error && <Failure error={redirects.error} />}
      {redirects.isPending && <Loading />}
      {!redirects.isPending && redirects.items.length === 0 && !redirects.error && (
        <Empty
          icon={<CornerDownRight aria-hidden="true" />}
          title={search ? 'No redirect has this path' : 'No redirects yet'}
        >
          <p>A redirect sends readers of a former URL to another one.</p>
        </Empty>
      )}
      {redirects.items.length > 0 && (
        <ul className="list">
          {redirects.items.map((redirect) => (
            <li key={redirect.id}>
              <div className="grow">
                <div className="title">{redirect.source}</div>
                <div className="meta">to {describe(redirect.destination)}</div>
              </div>
              <Button small onClick={() => setEditing(redirect)}>
                Edit
              </Button>
              <Button small look="ghost" onClick={() => setRemoving(redirect)}>
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={redirects} />
      {editing && (
        <RedirectDialog
          params={params}
          redirect={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {isAddingMany && <ManyRedirectsDialog params={params} onClose={() => setAddingMany(false)} />}
      <ConfirmDialog
        title={`Delete the redirect of ${removing?.source ?? ''}?`}
        description="Readers who open this path will find nothing there."
        action="Delete"
        isOpen={removing !== undefined}
        isBusy={remove.isPending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { ...params, siteRedirectId: removing!.id } },
            { ...notices.outcome('The redirect is deleted.'), onSettled: () => setRemoving(undefined) },
          )
        }
      />
    </section>
  );
}
