import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { QueryOf } from '../../api/contracts';
import { useList, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { ChangeRequestRows } from './change-request-rows';

type Status = NonNullable<QueryOf<'listChangeRequestsForSpace'>['status']>;
const statuses: { id: Status; label: string }[] = [
  { id: 'open', label: 'Open' },
  { id: 'draft', label: 'Drafts' },
  { id: 'merged', label: 'Merged' },
  { id: 'archived', label: 'Archived' },
];

/** The users whose change requests are listed, as the API asks for them. */
const whose = [
  { value: '', label: 'Everybody’s' },
  { value: 'creator', label: 'Mine' },
  { value: 'requestedReviewer', label: 'Those I was asked to review' },
  { value: 'contributor', label: 'Those I contributed to' },
] as const;

export default function ChangeRequestList() {
  const { organizationId, spaceId } = useParams({ from: '/o/$organizationId/s/$spaceId/~/change-requests' });
  const [status, setStatus] = useState<Status>('open');
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const [relation, setRelation] = useState<(typeof whose)[number]['value']>('');
  const user = useOperation('getAuthenticatedUser');
  const requests = useList('listChangeRequestsForSpace', {
    params: { spaceId },
    query: { status, ...(relation && { [relation]: user.data?.id }) },
    enabled: relation === '' || user.isSuccess,
  });
  return (
    <>
      <Bar
        crumbs={[
          { label: space.data?.title ?? '…', to: `/o/${organizationId}/s/${spaceId}` },
          { label: 'Change requests' },
        ]}
      />
      <div className="content">
        <div className="content-head">
          <h1>Change requests</h1>
          <select
            className="input fitting"
            aria-label="Whose change requests"
            value={relation}
            onChange={(event) => setRelation(event.target.value as typeof relation)}
          >
            {whose.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className="tabs-list" role="tablist" aria-label="Status">
          {statuses.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              role="tab"
              className="tab"
              aria-selected={status === id}
              data-state={status === id ? 'active' : undefined}
              onClick={() => setStatus(id)}
            >
              {label}
            </button>
          ))}
        </div>
        <div className="section" role="tabpanel" aria-label={statuses.find(({ id }) => id === status)!.label}>
          {requests.error && <Failure error={requests.error} />}
          {requests.isPending && <Loading />}
          {!requests.isPending && requests.items.length === 0 && !requests.error && <Empty title="There are none" />}
          {requests.items.length > 0 && <ChangeRequestRows organizationId={organizationId} requests={requests.items} />}
          <LoadMore list={requests} />
        </div>
      </div>
    </>
  );
}
