import { Link } from '@tanstack/react-router';
import type { OrganizationMember } from '../../api/contracts';
import { useList } from '../../api/queries';
import { Dialog } from '../../ui/dialog';
import { LoadMore } from '../../ui/load-more';
import { Failure, Loading } from '../../ui/states';
import { nameOfRole } from '../access/reasons';

interface MemberDialogProps {
  organizationId: string;
  member: OrganizationMember;
  onClose(): void;
}

/** The teams of a member, and the spaces that the member can see with the role there. */
export function MemberDialog({ organizationId, member, onClose }: MemberDialogProps) {
  const params = { organizationId, userId: member.user.id };
  const teams = useList('listTeamsForOrganizationMember', { params });
  const spaces = useList('listSpacesForOrganizationMember', { params });
  const error = teams.error ?? spaces.error;
  return (
    <Dialog title={`What ${member.user.displayName} can see`} isOpen onClose={onClose}>
      <div className="stack">
        {error && <Failure error={error} />}
        {(teams.isPending || spaces.isPending) && <Loading lines={3} />}
        {teams.items.length > 0 && (
          <p className="muted">In the teams {teams.items.map(({ team }) => team.title).join(', ')}.</p>
        )}
        <LoadMore list={teams} />
        {spaces.items.length === 0 && !spaces.isPending && <p>There is no space that they can see.</p>}
        {spaces.items.length > 0 && (
          <ul className="list">
            {spaces.items.map(({ space, permission }) => (
              <li key={space.id}>
                <Link
                  className="title grow"
                  to="/o/$organizationId/s/$spaceId/~/access"
                  params={{ organizationId, spaceId: space.id }}
                >
                  {space.title || 'Untitled'}
                </Link>
                <span className="badge">{nameOfRole(permission)}</span>
              </li>
            ))}
          </ul>
        )}
        <LoadMore list={spaces} />
      </div>
    </Dialog>
  );
}
