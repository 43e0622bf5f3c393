import { useState } from 'react';
import { useAction, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { useNotices } from '../../ui/notices';
import { Failure } from '../../ui/states';
import { Sessions } from './sessions';
import { Tokens } from './tokens';

/** The user's own name, API tokens, and the browsers in which they are signed in. */
export default function AccountPage() {
  return (
    <>
      <Bar crumbs={[{ label: 'Your account' }]} />
      <div className="content">
        <h1>Your account</h1>
        <Profile />
        <Tokens />
        <Sessions />
      </div>
    </>
  );
}

function Profile() {
  const user = useOperation('getAuthenticatedUser');
  const update = useAction('updateUserById', ['getAuthenticatedUser']);
  const [name, setName] = useState<string>();
  const notices = useNotices();
  const shown = name ?? user.data?.displayName ?? '';
  return (
    <form
      className="section"
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate(
          { params: { userId: user.data!.id }, body: { displayName: shown } },
          { onSuccess: () => notices.success('Your name is changed.') },
        );
      }}
    >
      <TextField
        label="Name"
        value={shown}
        maxLength={64}
        required
        hint={user.data?.email}
        onChange={(event) => setName(event.target.value)}
      />
      {update.error && <Failure error={update.error} />}
      <div className="form-actions">
        <Button type="submit" disabled={!user.data || update.isPending || shown === user.data.displayName}>
          Save
        </Button>
      </div>
    </form>
  );
}
