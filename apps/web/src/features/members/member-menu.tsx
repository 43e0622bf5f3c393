import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { OrganizationMember } from '../../api/contracts';
import { useAction, useOperation } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu';
import { useNotices } from '../../ui/notices';
import { MemberDialog } from './member-dialog';

interface MemberMenuProps {
  organizationId: string;
  member: OrganizationMember;
  /** Whether the user may change the member; everybody may leave. */
  canManage: boolean;
}

const changed = ['listMembersInOrganizationById', 'getMemberInOrganizationById'] as const;

/** The actions of an administrator for a member, and of every member for themselves. */
export function MemberMenu({ organizationId, member, canManage }: MemberMenuProps) {
  const [asking, setAsking] = useState<'content' | 'disable' | 'sso' | 'remove'>();
  const self = useOperation('getAuthenticatedUser');
  const update = useAction('updateMemberInOrganizationById', changed);
  const sso = useAction('setUserAsSSOMemberForOrganization', changed);
  const navigate = useNavigateFromHere();
  const notices = useNotices();
  const { user, disabled } = member;
  const name = user.displayName;
  const isSelf = self.data?.id === user.id;
  // A user who has left may not read the members again.
  const remove = useAction(
    'removeMemberFromOrganizationById',
    isSelf ? ['listOrganizationsForAuthenticatedUser'] : changed,
  );
  const params = { organizationId, userId: user.id };
  const close = () => setAsking(undefined);
  const setDisabled = (value: boolean, text: string) =>
    update.mutate({ params, body: { disabled: value } }, { ...notices.outcome(text), onSettled: close });
  const takeOut = () => {
    // The line of the member is gone when the answer comes, so nothing rests on its callbacks.
    remove
      .mutateAsync({ params })
      .then(() => {
        notices.success(isSelf ? 'You have left the organization.' : `${name} is removed.`);
        if (isSelf) void navigate({ to: '/' });
      }, notices.error)
      .finally(close);
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${name}`}>
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        {canManage && (
          <>
            <MenuItem onSelect={() => setAsking('content')}>What {isSelf ? 'you' : 'they'} can see</MenuItem>
            {!isSelf && disabled && (
              <MenuItem onSelect={() => setDisabled(false, `${name} has access again.`)}>Enable</MenuItem>
            )}
            {!isSelf && !disabled && <MenuItem onSelect={() => setAsking('disable')}>Disable</MenuItem>}
            {!member.sso && <MenuItem onSelect={() => setAsking('sso')}>Require single sign-on</MenuItem>}
            <MenuSeparator />
          </>
        )}
        <MenuItem danger onSelect={() => setAsking('remove')}>
          {isSelf ? 'Leave the organization' : 'Remove'}
        </MenuItem>
      </Menu>
      {asking === 'content' && <MemberDialog organizationId={organizationId} member={member} onClose={close} />}
      <ConfirmDialog
        title={`Disable ${name}?`}
        description="They lose their access to the organization at once, and keep their roles and teams for when you enable them again."
        action="Disable"
        isOpen={asking === 'disable'}
        isBusy={update.isPending}
        onClose={close}
        onConfirm={() => setDisabled(true, `${name} is disabled.`)}
      />
      <ConfirmDialog
        title={`Let ${name} sign in by single sign-on?`}
        description="From now on they are a member whom your identity provider signs in. To change that again, remove them and invite them again."
        action="Change"
        isOpen={asking === 'sso'}
        isBusy={sso.isPending}
        onClose={close}
        onConfirm={() =>
          sso.mutate({ params }, { ...notices.outcome(`${name} signs in by single sign-on.`), onSettled: close })
        }
      />
      <ConfirmDialog
        title={isSelf ? 'Leave the organization?' : `Remove ${name}?`}
        description={
          isSelf
            ? 'You lose your access at once, and come back only by a new invitation. Your pages and comments stay.'
            : 'They lose their access to the organization at once. Their pages and comments stay. To bring them back, invite them again.'
        }
        action={isSelf ? 'Leave' : 'Remove'}
        isOpen={asking === 'remove'}
        isBusy={remove.isPending}
        onClose={close}
        onConfirm={takeOut}
      />
    </>
  );
}
