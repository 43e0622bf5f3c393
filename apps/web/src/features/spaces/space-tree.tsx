import { Link } from '@tanstack/react-router';
import { ChevronRight, FolderClosed, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Collection, Space } from '../../api/contracts';
import { useList } from '../../api/queries';
import { IconButton } from '../../ui/button';
import { Loading } from '../../ui/states';
import { LoadMore } from '../../ui/load-more';
import { useCollections } from '../collections/use-collections';
import { useOrganizationPermissions } from '../organizations/use-organization-permissions';
import { CreateSpaceDialog } from './create-space-dialog';
import { SpaceIcon } from './space-icon';

/** The collections and spaces of an organization that the user may see; a collection is read when it is opened. */
export function SpaceTree({ organizationId }: { organizationId: string }) {
  const params = { organizationId };
  const collections = useCollections(organizationId);
  const spaces = useList('listSpacesInOrganizationById', { params });
  const { createContent } = useOrganizationPermissions(organizationId);
  const [isCreating, setCreating] = useState(false);
  if (collections.isPending || spaces.isPending) return <Loading />;
  const known = new Set(collections.items.map(({ id }) => id));
  // Spaces of a collection that the user may not see stand at the top.
  const isAtTop = ({ parent }: { parent?: string }) => !parent || !known.has(parent);
  return (
    <>
      <div className="nav-section">
        Spaces
        {createContent && (
          <IconButton label="New space" onClick={() => setCreating(true)}>
            <Plus size={15} />
          </IconButton>
        )}
      </div>
      <ul className="nav-list">
        {collections.items.filter(isAtTop).map((collection) => (
          <CollectionNode
            key={collection.id}
            organizationId={organizationId}
            collection={collection}
            all={collections.items}
          />
        ))}
        {spaces.items
          .filter((space) => isAtTop(space) && !space.deletedAt)
          .map((space) => (
            <SpaceNode key={space.id} organizationId={organizationId} space={space} />
          ))}
      </ul>
      <LoadMore list={spaces} />
      {isCreating && <CreateSpaceDialog organizationId={organizationId} onClose={() => setCreating(false)} />}
    </>
  );
}

interface CollectionNodeProps {
  organizationId: string;
  collection: Collection;
  /** All collections of the organization. */
  all: readonly Collection[];
}

function CollectionNode({ organizationId, collection, all }: CollectionNodeProps) {
  const [isOpen, setOpen] = useState(false);
  const spaces = useList('listSpacesInCollectionById', { params: { collectionId: collection.id }, enabled: isOpen });
  return (
    <li>
      <div className="nav-row">
        <button
          type="button"
          className="nav-toggle"
          aria-expanded={isOpen}
          aria-label={`Content of ${collection.title || 'Untitled'}`}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight />
        </button>
        <Link
          className="nav-link"
          to="/o/$organizationId/c/$collectionId"
          params={{ organizationId, collectionId: collection.id }}
        >
          <FolderClosed aria-hidden="true" />
          <span className="label">{collection.title || 'Untitled'}</span>
        </Link>
      </div>
      {isOpen && (
        <ul className="nav-list">
          {all
            .filter(({ parent }) => parent === collection.id)
            .map((inside) => (
              <CollectionNode key={inside.id} organizationId={organizationId} collection={inside} all={all} />
            ))}
          {spaces.items.map((space) => (
            <SpaceNode key={space.id} organizationId={organizationId} space={space} />
          ))}
          {spaces.hasMore && (
            <li>
              <LoadMore list={spaces} />
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function SpaceNode({ organizationId, space }: { organizationId: string; space: Space }) {
  return (
    <li className="nav-row">
      <Link className="nav-link" to="/o/$organizationId/s/$spaceId" params={{ organizationId, spaceId: space.id }}>
        <SpaceIcon emoji={space.emoji} />
        <span className="label">{space.title || 'Untitled'}</span>
      </Link>
    </li>
  );
}
