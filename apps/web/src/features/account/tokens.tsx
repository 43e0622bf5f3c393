import { useState } from 'react';
import type { BodyOf } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyButton } from '../../ui/copy-button';
import { LoadMore } from '../../ui/load-more';
import { useNotices } from '../../ui/notices';
import { Failure } from '../../ui/states';
import { Time } from '../../ui/time';

type NewToken = BodyOf<'createUserToken'>;

const purposes: { id: string; label: string; scopes?: NonNullable<NewToken['scopes']> }[] = [
  { id: 'all', label: 'Everything that you may do' },
  { id: 'merge', label: 'Reading, proposing and merging', scopes: ['read', 'propose', 'merge'] },
  { id: 'propose', label: 'Reading and proposing', scopes: ['read', 'propose'] },
  { id: 'read', label: 'Reading', scopes: ['read'] },
];
const dayLength = 86_400_000;

/** `days` is a number of days, or empty for the longest life that the organizations allow. */
function newToken(label: string, purpose: string, days: string): NewToken {
  const scopes = purposes.find(({ id }) => id === purpose)?.scopes;
  return {
    label,
    ...(scopes && { scopes }),
    ...(days && { expiresAt: new Date(Date.now() + Number(days) * dayLength).toISOString() }),
  };
}

/** The API tokens of the user, each for as much and as long as it is needed. */
export function Tokens() {
  const tokens = useList('listUserTokens');
  const create = useAction('createUserToken', ['listUserTokens']);
  const remove = useAction('deleteUserToken', ['listUserTokens']);
  const [label, setLabel] = useState('');
  const [purpose, setPurpose] = useState('all');
  const [days, setDays] = useState('');
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
          {tokens.items.map(({ id, label: name, hint, createdAt, lastUsedAt, expiresAt, scopes }) => (
            <li key={id}>
              <div className="grow">
                <div className="title">{name}</div>
                <div className="meta">
                  {hint}, {scopes ? `for ${scopes.join(', ')}` : 'for all that you may do'}, made{' '}
                  <Time at={createdAt} />
                  {expiresAt && (
                    <>
                      , ends <Time at={expiresAt} />
                    </>
                  )}
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
          create.mutate({ body: newToken(label, purpose, days) }, { onSuccess: () => setLabel('') });
        }}
      >
        <input
          className="input flexible"
          aria-label="Label of the new token"
          placeholder="Purpose"
          required
          maxLength={100}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        <select
          className="input fitting"
          aria-label="What the token may do"
          value={purpose}
          onChange={(event) => setPurpose(event.target.value)}
        >
          {purposes.map(({ id, label: shown }) => (
            <option key={id} value={id}>
              {shown}
            </option>
          ))}
        </select>
        <select
          className="input fitting"
          aria-label="Expires after"
          value={days}
          onChange={(event) => setDays(event.target.value)}
        >
          <option value="">As long as allowed</option>
          <option value="7">7 days</option>
          <option value="30">30 days</option>
          <option value="90">90 days</option>
        </select>
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
