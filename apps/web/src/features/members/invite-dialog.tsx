import { useState } from 'react';
import { useAction } from '../../api/queries';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SelectField, TextArea } from '../../ui/field';
import { useNotices } from '../../ui/notices';
import { Failure } from '../../ui/states';
import { roles, type Role } from './roles';

export function InviteDialog({ organizationId, onClose }: { organizationId: string; onClose(): void }) {
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('edit');
  const invite = useAction('inviteUsersToOrganization', ['listMembersInOrganizationById']);
  const notices = useNotices();
  const emails = text.split(/[\s,;]+/).filter(Boolean);
  return (
    <Dialog
      title="Invite people"
      description="Each gets a mail with a link that lets them in."
      isOpen
      onClose={onClose}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate(
            { params: { organizationId }, body: { emails, role, sso: false } as never },
            {
              onSuccess: () => {
                notices.success(
                  emails.length === 1 ? 'The invitation is sent.' : `${emails.length} invitations are sent.`,
                );
                onClose();
              },
            },
          );
        }}
      >
        <TextArea
          label="E-mail addresses"
          hint="Separated by commas or lines."
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <SelectField
          label="Role"
          options={roles}
          value={role}
          onChange={(event) => setRole(event.target.value as Role)}
        />
        {invite.error && <Failure error={invite.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={invite.isPending || emails.length === 0}>
            Invite
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
