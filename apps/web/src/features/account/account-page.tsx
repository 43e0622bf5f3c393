import { useState } from 'react';
import { useAction, useList, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyButton } from '../../ui/copy-button';
import { TextField } from '../../ui/field';
import { LoadMore } from '../../ui/load-more';
import { useNotices } from '../../ui/notices';
import { Failure } from '../../ui/states';
import { Time } from '../../ui/time';

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

function Tokens() {
  const tokens = useList('listUserTokens');
  const create = useAction('createUserToken', ['listUserTokens']);
  const remove = useAction('deleteUserToken', ['listUserTokens']);
  const [label, setLabel] = useState('');
  const [revoking, setRevoking] = useState<{ id: string; label: string }>();
  const notices = useNotices();
  const error = tokens.error ?? create.error ?? remove.error;
  return (
    <section className="section" aria-label="API tokens">
      <h2>API tokens</h2>
      <p className="muted">Programs use a token to do what you may do. Revoke those that you no longer need.</p>
      {error && <Failure error={error} />}
      {create.data && (
        <div className="field">
          <label htmlFor="new-token">Copy the new token now. It is not shown again.</label>
          <span className="row">
            <input
              id="new-token"
              className="input flexible"
              readOnly
              value={create.data.token}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={create.data.token} label="Copy the new token" />
          </span>
        </div>
      )}
      {tokens.items.length > 0 && (
        <ul className="list">
          {tokens.items.map(({ id, label: name, hint, createdAt, lastUsedAt }) => (
            <li key={id}>
              <div className="grow">
                <div className="title">{name}</div>
                <div className="meta">
                  {hint}, made <Time at={createdAt} />
                  {lastUsedAt && (
                    <>
                      , used <Time at={lastUsedAt} />
                    </>
                  )}
                </div>
              </div>
              <Button small onClick={() => setRevoking({ id, label: name })}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={tokens} />
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ body: { label } as never }, { onSuccess: () => setLabel('') });
        }}
      >
        <input
          className="input flexible"
          aria-label="Label of the new token"
          placeholder="What it is for"
          required
          maxLength={100}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        <Button type="submit" disabled={create.isPending}>
          Create token
        </Button>
      </form>
      <ConfirmDialog
        title={`Revoke “${revoking?.label ?? ''}”?`}
        description="Programs that use the token stop working at once. It cannot be brought back."
        action="Revoke"
        isOpen={revoking !== undefined}
        isBusy={remove.isPending}
        onClose={() => setRevoking(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { tokenId: revoking!.id } },
            { ...notices.outcome('The token is revoked.'), onSettled: () => setRevoking(undefined) },
          )
        }
      />
    </section>
  );
}

function Sessions() {
  const sessions = useList('listUserSessions');
  const end = useAction('deleteUserSession', ['listUserSessions']);
  return (
    <section className="section" aria-label="Browsers">
      <h2>Browsers</h2>
      <p className="muted">You are signed in in these browsers.</p>
      {(sessions.error ?? end.error) && <Failure error={(sessions.error ?? end.error)!} />}
      <ul className="list">
        {sessions.items.map(({ id, label, client, current, lastUsedAt }) => (
          <li key={id}>
            <div className="grow">
              <div className="title">{client ?? label}</div>
              <div className="meta">
                {label}, used <Time at={lastUsedAt} />
              </div>
            </div>
            {current ? (
              <span className="badge success">This browser</span>
            ) : (
              <Button small onClick={() => end.mutate({ params: { sessionId: id } })}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LoadMore list={sessions} />
    </section>
  );
}
