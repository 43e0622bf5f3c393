import { Link, useParams } from '@tanstack/react-router';
import { BookPlus, FolderClosed, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Bar } from '../../app/bar';
import { useList, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';
import { CreateSpaceDialog } from '../spaces/create-space-dialog';
import { SpaceIcon } from '../spaces/space-icon';

export default function CollectionPage() {
  const { organizationId, collectionId } = useParams({ from: '/o/$organizationId/c/$collectionId' });
  const collection = useOperation('getCollectionById', { params: { collectionId } });
  const spaces = useList('listSpacesInCollectionById', { params: { collectionId } });
  const collections = useList('listCollectionsInOrganizationById', {
    params: { organizationId },
    query: { limit: 1000 },
  });
  const inside = collections.items.filter(({ parent }) => parent === collectionId);
  const [isCreating, setCreating] = useState(false);
  const title = collection.data?.title ?? 'Collection';
  return (
    <>
      <Bar crumbs={[{ label: 'Home', to: `/o/${organizationId}` }, { label: title }]} />
      <div className="content">
        <div className="content-head">
          <h1>{title}</h1>
          <div className="row">
            <Link
              className="button"
              to="/o/$organizationId/c/$collectionId/access"
              params={{ organizationId, collectionId }}
            >
              <KeyRound aria-hidden="true" /> Access
            </Link>
            <Button look="primary" onClick={() => setCreating(true)}>
              <BookPlus aria-hidden="true" /> New space
            </Button>
          </div>
        </div>
        {collection.error && <Failure error={collection.error} />}
        {spaces.isPending && <Loading />}
        {!spaces.isPending && spaces.items.length + inside.length === 0 && (
          <Empty icon={<BookPlus aria-hidden="true" />} title="This collection holds no spaces">
            <p>Spaces in it share its access.</p>
          </Empty>
        )}
        <div className="card-grid">
          {inside.map(({ id, title: name }) => (
            <Link
              key={id}
              className="card"
              to="/o/$organizationId/c/$collectionId"
              params={{ organizationId, collectionId: id }}
            >
              <span className="row">
                <FolderClosed size={17} aria-hidden="true" /> <strong>{name || 'Untitled'}</strong>
              </span>
            </Link>
          ))}
          {spaces.items.map(({ id, title: name, emoji, updatedAt }) => (
            <Link key={id} className="card" to="/o/$organizationId/s/$spaceId" params={{ organizationId, spaceId: id }}>
              <span className="row">
                <SpaceIcon emoji={emoji} /> <strong>{name || 'Untitled'}</strong>
              </span>
              <span className="muted">
                Changed <Time at={updatedAt} />
              </span>
            </Link>
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
