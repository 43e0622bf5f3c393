import { useParams } from '@tanstack/react-router';
import { BookPlus, FolderPlus, Import } from 'lucide-react';
import { useState } from 'react';
import { Bar } from '../../app/bar';
import { useList, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { ImportDialog } from '../imports/import-dialog';
import { CollectionCard } from '../collections/collection-card';
import { useCollections } from '../collections/use-collections';
import { CreateCollectionDialog } from '../collections/create-collection-dialog';
import { CreateSpaceDialog } from '../spaces/create-space-dialog';
import { SpaceCard } from '../spaces/space-card';
import { ChangeRequestRows } from '../change-requests/change-request-rows';

/** The first screen of an organization: its spaces, and the change requests that are open. */
export default function OrganizationHome() {
  const { organizationId } = useParams({ from: '/o/$organizationId' });
  const organization = useOperation('getOrganizationById', { params: { organizationId } });
  const spaces = useList('listSpacesInOrganizationById', { params: { organizationId } });
  const collections = useCollections(organizationId);
  const requests = useList('listChangeRequestsForOrganization', {
    params: { organizationId },
    query: { status: 'open', limit: 10 },
  });
  const [isCreating, setCreating] = useState(false);
  const [isCollecting, setCollecting] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const active = spaces.items.filter(({ deletedAt }) => !deletedAt);
  return (
    <>
      <Bar crumbs={[{ label: organization.data?.title ?? 'Organization' }]} />
      <div className="content">
        <div className="content-head">
          <h1>{organization.data?.title ?? 'Organization'}</h1>
          {organization.data?.permissions.createContent && (
            <div className="row">
              <Button onClick={() => setImporting(true)}>
                <Import aria-hidden="true" /> Import
              </Button>
              <Button onClick={() => setCollecting(true)}>
                <FolderPlus aria-hidden="true" /> New collection
              </Button>
              <Button look="primary" onClick={() => setCreating(true)}>
                <BookPlus aria-hidden="true" /> New space
              </Button>
            </div>
          )}
        </div>
        {spaces.error && <Failure error={spaces.error} />}
        {spaces.isPending && <Loading />}
        {!spaces.isPending && active.length === 0 && !spaces.error && (
          <Empty title="No spaces yet" icon={<BookPlus aria-hidden="true" />}>
            <p>Create the first space, or import documentation that you have.</p>
          </Empty>
        )}
        <div className="card-grid">
          {collections.items
            .filter(({ parent }) => !parent)
            .map((collection) => (
              <CollectionCard key={collection.id} organizationId={organizationId} collection={collection} />
            ))}
          {active.map((space) => (
            <SpaceCard key={space.id} organizationId={organizationId} space={space} />
          ))}
        </div>
        <LoadMore list={spaces} />
        {requests.items.length > 0 && (
          <section className="section">
            <h2>Open change requests</h2>
            <ChangeRequestRows organizationId={organizationId} requests={requests.items} />
          </section>
        )}
      </div>
      {isCollecting && <CreateCollectionDialog organizationId={organizationId} onClose={() => setCollecting(false)} />}
      {isImporting && <ImportDialog organizationId={organizationId} onClose={() => setImporting(false)} />}
      {isCreating && <CreateSpaceDialog organizationId={organizationId} onClose={() => setCreating(false)} />}
    </>
  );
}
