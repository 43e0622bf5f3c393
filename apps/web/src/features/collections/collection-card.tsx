import { Link } from '@tanstack/react-router';
import { FolderClosed } from 'lucide-react';
import type { Collection } from '../../api/contracts';

/** A collection as a card that opens it. */
export function CollectionCard({ organizationId, collection }: { organizationId: string; collection: Collection }) {
  const { id, title, description } = collection;
  return (
    <Link className="card" to="/o/$organizationId/c/$collectionId" params={{ organizationId, collectionId: id }}>
      <span className="row">
        <FolderClosed size={16} aria-hidden="true" /> <strong>{title || 'Untitled'}</strong>
      </span>
      <span className="muted">{description ?? 'Collection'}</span>
    </Link>
  );
}
