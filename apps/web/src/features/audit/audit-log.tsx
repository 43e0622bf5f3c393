import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useList, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { LoadMore } from '../../ui/load-more';
import { Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';

/** Who changed what in the organization, the newest first. */
export default function AuditLog() {
  const { organizationId } = useParams({ from: '/o/$organizationId/audit-log' });
  const [action, setAction] = useState('');
  const organization = useOperation('getOrganizationById', { params: { organizationId } });
  const actions = useOperation('listAuditEventActionsInOrganizationById', { params: { organizationId } });
  const events = useList('listAuditEventsInOrganizationById', {
    params: { organizationId },
    query: { action: action || undefined } as never,
  });
  return (
    <>
      <Bar crumbs={[{ label: organization.data?.title ?? '…', to: `/o/${organizationId}` }, { label: 'Audit log' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Audit log</h1>
          <select
            className="input"
            style={{ width: 'auto' }}
            aria-label="Action"
            value={action}
            onChange={(event) => setAction(event.target.value)}
          >
            <option value="">All actions</option>
            {(actions.data?.items ?? []).map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </div>
        {events.error && <Failure error={events.error} />}
        {events.isPending && <Loading />}
        {events.items.length > 0 && (
          <div className="table-scroll" tabIndex={0} role="region" aria-label="Events">
            <table className="data">
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Who</th>
                  <th scope="col">Action</th>
                  <th scope="col">What</th>
                </tr>
              </thead>
              <tbody>
                {events.items.map(({ id, createdAt, actor, action: name, target }) => (
                  <tr key={id}>
                    <td>
                      <Time at={createdAt} />
                    </td>
                    <td>{actor?.displayName ?? '–'}</td>
                    <td>{name}</td>
                    <td>
                      {target.type} {target.id}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <LoadMore list={events} />
      </div>
    </>
  );
}
