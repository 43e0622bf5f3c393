import { useState } from 'react';
import type { User } from '../../api/contracts';
import { useAction, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { CheckField, TextField } from '../../ui/field';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { useChangedFields } from '../../ui/use-changed-fields';

/** The name of the user, and whether they get mails. */
export function Profile() {
  const user = useOperation('getAuthenticatedUser');
  return (
    <section className="section" aria-label="Profile">
      {user.error && <Failure error={user.error} onRetry={() => void user.refetch()} />}
      {user.isPending && <Loading lines={2} />}
      {user.data && <ProfileForm user={user.data} />}
    </section>
  );
}

function ProfileForm({ user }: { user: User }) {
  const [displayName, setDisplayName] = useState(user.displayName);
  const [emailNotifications, setEmailNotifications] = useState(user.emailNotifications ?? true);
  const { changed, begin } = useChangedFields({ displayName, emailNotifications });
  const update = useAction('updateUserById', ['getAuthenticatedUser']);
  const notices = useNotices();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const onSuccess = () => {
          begin();
          notices.success('Your profile is saved.');
        };
        update.mutate({ params: { userId: user.id }, body: changed }, { onSuccess });
      }}
    >
      <TextField
        label="Name"
        value={displayName}
        maxLength={64}
        required
        hint={user.email}
        onChange={(event) => setDisplayName(event.target.value)}
      />
      <CheckField
        label="Send me mails about mentions, replies and requests for my review"
        checked={emailNotifications}
        onChange={(event) => setEmailNotifications(event.target.checked)}
      />
      {update.error && <Failure error={update.error} />}
      <div className="form-actions">
        <Button type="submit" disabled={update.isPending || Object.keys(changed).length === 0}>
          Save
        </Button>
      </div>
    </form>
  );
}
