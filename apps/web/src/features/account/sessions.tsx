import { useState } from 'react';
import type { ItemOf } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { LoadMore } from '../../ui/load-more';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';

type Session = ItemOf<'listUserSessions'>;

/** The sessions of the user, each in a browser of its own. */
export function Sessions() {
  const sessions = useList('listUserSessions');
  const end = useAction('deleteUserSession', ['listUserSessions']);
  const [ending, setEnding] = useState<Session>();
  const notices = useNotices();
  const nameOf = ({ client, label }: Session) => client ?? label;
  return (
    <section className="section" aria-label="Browsers">
      <h2>Browsers</h2>
      <p className="muted">You are signed in in these browsers. Sign out of those that you do not know.</p>
      {sessions.error && <Failure error={sessions.error} />}
      {sessions.isPending && <Loading lines={2} />}
      <ul className="list">
        {sessions.items.map((session) => (
          <li key={session.id}>
            <div className="grow">
              <div className="title">{nameOf(session)}</div>
              <div className="meta">
                {session.label}, used <Time at={session.lastUsedAt} />
              </div>
            </div>
            {session.current ? (
              <span className="badge success">This browser</span>
            ) : (
              <Button small onClick={() => setEnding(session)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LoadMore list={sessions} />
      <ConfirmDialog
        title={`Sign out of ${ending ? nameOf(ending) : ''}?`}
        description="The browser has to sign in again. Text that it has not saved yet stays in it."
        action="Sign out"
        isOpen={ending !== undefined}
        isBusy={end.isPending}
        onClose={() => setEnding(undefined)}
        onConfirm={() =>
          end.mutate(
            { params: { sessionId: ending!.id } },
            { ...notices.outcome('The browser is signed out.'), onSettled: () => setEnding(undefined) },
          )
        }
      />
    </section>
  );
}
