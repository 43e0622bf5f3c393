import { useParams } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useList, useOperation } from '../../api/queries';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';
import { OrganizationBar } from '../organizations/organization-bar';
import { AuditEventDetails } from './audit-event-details';
import { AuditFilters } from './audit-filters';
import { queryOf, type AuditFilter } from './audit-query';

/** The audit log of the organization, the newest entry first. */
export default function AuditLog() {
  const { organizationId } = useParams({ from: '/o/$organizationId/audit-log' });
  const params = { organizationId };
  const [filter, setFilter] = useState<AuditFilter>({ action: '', actor: '', target: '', from: '', to: '' });
  const [open, setOpen] = useState<string>();
  const actions = useOperation('listAuditEventActionsInOrganizationById', { params });
  const events = useList('listAuditEventsInOrganizationById', { params, query: queryOf(filter) });
  const titles = new Map((actions.data?.items ?? []).map(({ id, title }) => [id, title]));
  return (
    <>
      <OrganizationBar organizationId={organizationId} crumbs={[{ label: 'Audit log' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Audit log</h1>
        </div>
        <AuditFilters
          organizationId={organizationId}
          actions={actions.data?.items ?? []}
          filter={filter}
          onChange={setFilter}
        />
        {events.error && <Failure error={events.error} />}
        {events.isPending && <Loading />}
        {!events.isPending && events.items.length === 0 && !events.error && (
          <Empty icon={<ScrollText aria-hidden="true" />} title="Nothing matches">
            <p>Remove a filter to see more.</p>
          </Empty>
        )}
        {events.items.length > 0 && (
          <ul className="list">
            {events.items.map(({ id, createdAt, actor, action, target }) => (
              <li key={id} className="wrapping">
                <div className="grow">
                  <div className="title">{titles.get(action) ?? action}</div>
                  <div className="meta">
                    {actor?.displayName ?? 'Bindery itself'}, {target.type.replaceAll('-', ' ')},{' '}
                    <Time at={createdAt} />
                  </div>
                </div>
                <button
                  type="button"
                  className="button small"
                  aria-expanded={open === id}
                  onClick={() => setOpen(open === id ? undefined : id)}
                >
                  Details
                </button>
                {open === id && (
                  <AuditEventDetails
                    organizationId={organizationId}
                    eventId={id}
                    onTarget={(chosen) => setFilter({ ...filter, target: chosen })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        <LoadMore list={events} />
      </div>
    </>
  );
}
