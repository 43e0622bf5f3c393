import { useState } from 'react';
import { useAction, useList, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';

/** Milliseconds between two reads of the list: an event is listed once it was delivered. */
const refetchInterval = 5_000;

/** The events of an integration, with the log of its script, and a way to send one again. */
export function EventList({ integrationName }: { integrationName: string }) {
  const events = useList('listIntegrationEvents', { params: { integrationName }, refetchInterval });
  const resend = useAction('resendIntegrationEvent', ['listIntegrationEvents', 'getIntegrationEvent']);
  const [open, setOpen] = useState<string>();
  const notices = useNotices();
  return (
    <section className="section" aria-label="Events">
      <h2>Events</h2>
      {events.error && <Failure error={events.error} />}
      {events.isPending && <Loading lines={2} />}
      {!events.isPending && events.items.length === 0 && !events.error && (
        <p className="muted">It has received no events yet.</p>
      )}
      {events.items.length > 0 && (
        <ul className="list">
          {events.items.map(({ id, payload, status, createdAt }) => (
            <li key={id} className="wrapping">
              <div className="grow">
                <div className="title">{payload.type}</div>
                <div className="meta">
                  <Time at={createdAt} />
                </div>
              </div>
              <span className={`badge ${status === 'success' ? 'success' : 'danger'}`}>
                {status === 'success' ? 'Delivered' : 'Failed'}
              </span>
              <Button small aria-expanded={open === id} onClick={() => setOpen(open === id ? undefined : id)}>
                Log
              </Button>
              <Button
                small
                disabled={resend.isPending}
                onClick={() =>
                  resend.mutate(
                    { params: { integrationName, eventId: id } },
                    notices.outcome('The event is sent again.'),
                  )
                }
              >
                Send again
              </Button>
              {open === id && <EventLog integrationName={integrationName} eventId={id} />}
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={events} />
    </section>
  );
}

function EventLog({ integrationName, eventId }: { integrationName: string; eventId: string }) {
  const event = useOperation('getIntegrationEvent', { params: { integrationName, eventId } });
  const logs = event.data?.trace.logs ?? [];
  return (
    <div className="full stack">
      {event.error && <Failure error={event.error} />}
      {event.isPending && <Loading lines={2} />}
      {event.data && (
        <>
          {logs.length === 0 ? (
            <p className="muted">Nothing was written into the log.</p>
          ) : (
            <ol className="log" tabIndex={0} aria-label="Log">
              {logs.map(({ level, message, timestamp }, index) => (
                <li key={index} className={level}>
                  {timestamp && new Date(timestamp).toLocaleTimeString()} {message}
                </li>
              ))}
            </ol>
          )}
          <details>
            <summary>Payload</summary>
            <pre className="log" tabIndex={0}>
              {JSON.stringify(event.data.event.payload, null, 2)}
            </pre>
          </details>
        </>
      )}
    </div>
  );
}
