import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { IconButton } from '../../ui/button';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu';
import { useNotices } from '../../ui/notices';
import { Time } from '../../ui/time';
import { MoveDialog } from '../collections/move-dialog';
import { DeleteSpaceDialog } from './delete-space-dialog';
import { SpaceIcon } from './space-icon';
import { spaceLists } from './space-lists';
import { useMoveSpace } from './use-move-space';

interface SpaceCardProps {
  organizationId: string;
  space: Space;
}

/** A space as a card that opens it, with a menu for those who administrate it. */
export function SpaceCard({ organizationId, space }: SpaceCardProps) {
  const [asking, setAsking] = useState<'move' | 'delete'>();
  const duplicate = useAction('duplicateSpace', spaceLists);
  const notices = useNotices();
  const { move, ...moving } = useMoveSpace(space);
  const { id, emoji, updatedAt, parent } = space;
  const title = space.title || 'Untitled';
  const params = { organizationId, spaceId: id };
  const close = () => setAsking(undefined);
  return (
    <div className="card-frame">
      <Link className="card" to="/o/$organizationId/s/$spaceId" params={params}>
        <span className="row">
          <SpaceIcon emoji={emoji} /> <strong>{title}</strong>
        </span>
        <span className="muted">
          Changed <Time at={updatedAt} />
        </span>
      </Link>
      {space.permissions.admin && (
        <Menu
          trigger={
            <IconButton label={`Actions for ${title}`}>
              <Ellipsis size={16} />
            </IconButton>
          }
        >
          <MenuItem asChild>
            <Link to="/o/$organizationId/s/$spaceId/~/settings" params={params}>
              Settings
            </Link>
          </MenuItem>
          <MenuItem asChild>
            <Link to="/o/$organizationId/s/$spaceId/~/access" params={params}>
              Access
            </Link>
          </MenuItem>
          <MenuItem
            onSelect={() => duplicate.mutate({ params: { spaceId: id } }, notices.outcome(`“${title}” is duplicated.`))}
          >
            Duplicate
          </MenuItem>
          <MenuItem onSelect={() => setAsking('move')}>Move to…</MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={() => setAsking('delete')}>
            Delete
          </MenuItem>
        </Menu>
      )}
      {asking === 'move' && (
        <MoveDialog
          {...moving}
          organizationId={organizationId}
          title={title}
          parent={parent}
          isBusy={moving.isPending}
          onMove={(target) => move(target, close)}
          onClose={close}
        />
      )}
      <DeleteSpaceDialog space={space} isOpen={asking === 'delete'} onClose={close} />
    </div>
  );
}
