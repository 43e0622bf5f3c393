import { Link, useParams } from '@tanstack/react-router';
import { BookPlus, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Bar } from '../../app/bar';
import { useList, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { CreateSpaceDialog } from '../spaces/create-space-dialog';
import { SpaceCard } from '../spaces/space-card';
import { CollectionCard } from './collection-card';
import { CollectionMenu } from './collection-menu';
import { useCollections } from './use-collections';

export default function CollectionPage() {
  const { organizationId, collectionId } = useParams({ from: '/o/$organizationId/c/$collectionId' });
  const collection = useOperation('getCollectionById', { params: { collectionId } });
  const spaces = useList('listSpacesInCollectionById', { params: { collectionId } });
  const collections = useCollections(organizationId);
  const [isCreating, setCreating] = useState(false);
  const { data } = collection;
  const error = collection.error ?? spaces.error;
  const title = data ? data.title || 'Untitled' : '…';
  const inside = collections.items.filter(({ parent }) => parent === collectionId);
  const above = collections.items.find(({ id }) => id === data?.parent);
  return (
    <>
      <Bar
        crumbs={[
          { label: 'Home', to: `/o/${organizationId}` },
          ...(above ? [{ label: above.title || 'Untitled', to: `/o/${organizationId}/c/${above.id}` }] : []),
          { label: title },
        ]}
      />
      <div className="content">
        <div className="content-head">
          <div>
            <h1>{title}</h1>
            {data?.description && <p className="muted">{data.description}</p>}
          </div>
          <div className="row">
            {data?.permissions.admin && (
              <Link
                className="button"
                to="/o/$organizationId/c/$collectionId/access"
                params={{ organizationId, collectionId }}
              >
                <KeyRound aria-hidden="true" /> Access
              </Link>
            )}
            {data?.permissions.create && (
              <Button look="primary" onClick={() => setCreating(true)}>
                <BookPlus aria-hidden="true" /> New space
              </Button>
            )}
            {data && <CollectionMenu organizationId={organizationId} collection={data} />}
          </div>
        </div>
        {error && <Failure error={error} />}
        {spaces.isPending && <Loading />}
        {!spaces.isPending && spaces.items.length === 0 && inside.length === 0 && !error && (
          <Empty icon={<BookPlus aria-hidden="true" />} title="This collection has no spaces">
            <p>Spaces in it share its access. Make one, or put some here that you have.</p>
          </Empty>
        )}
        <div className="card-grid">
          {inside.map((one) => (
            <CollectionCard key={one.id} organizationId={organizationId} collection={one} />
          ))}
          {spaces.items.map((space) => (
            <SpaceCard key={space.id} organizationId={organizationId} space={space} />
          ))}
        </div>
        <LoadMore list={spaces} />
      </div>
      {isCreating && (
        <CreateSpaceDialog organizationId={organizationId} parent={collectionId} onClose={() => setCreating(false)} />
      )}
    </>
  );
}
