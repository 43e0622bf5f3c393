import { useState } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { CheckField, SelectField, TextArea } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { useNotices } from '../../ui/notices';
import { guest, roles, type Role } from './roles';

/** Invites users by their e-mail addresses. */
export function InviteDialog({ organizationId, onClose }: { organizationId: string; onClose(): void }) {
  const params = { organizationId };
  const [text, setText] = useState('');
  const [role, setRole] = useState<string>('edit');
  const [sso, setSso] = useState(false);
  const providers = useList('listSAMLProvidersInOrganizationById', { params });
  const invite = useAction('inviteUsersToOrganization', ['listMembersInOrganizationById']);
  const notices = useNotices();
  const emails = text.split(/[\s,;]+/).filter(Boolean);
  const tell = ({ failedSSOEmails = [] }: AnswerOf<'inviteUsersToOrganization'>) => {
    notices.success(emails.length === 1 ? 'The invitation is sent.' : `${emails.length} invitations are sent.`);
    if (failedSSOEmails.length > 0)
      notices.error(
        `These are members of other organizations and go on signing in themselves: ${failedSSOEmails.join(', ')}.`,
      );
    onClose();
  };
  return (
    <FormDialog
      title="Invite members"
      description="Each gets a mail with a link that lets them in."
      action="Invite"
      isBusy={invite.isPending}
      isIncomplete={emails.length === 0}
      error={invite.error}
      onSubmit={() =>
        invite.mutate(
          { params, body: { emails, role: role === guest.value ? null : (role as Role), sso } },
          { onSuccess: tell },
        )
      }
      onClose={onClose}
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
        options={[...roles, { ...guest, label: 'Guest: only what is shared with them' }]}
        value={role}
        onChange={(event) => setRole(event.target.value)}
      />
      {providers.items.length > 0 && (
        <CheckField
          label="They sign in by single sign-on"
          checked={sso}
          onChange={(event) => setSso(event.target.checked)}
        />
      )}
    </FormDialog>
  );
}
