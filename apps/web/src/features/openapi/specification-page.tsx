import { useParams } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type RequestError } from '../../api/client';
import type { AnswerOf } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CheckField } from '../../ui/field';
import { LoadMore } from '../../ui/load-more';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';
import { OrganizationBar } from '../organizations/organization-bar';
import { SpecificationDialog } from './specification-dialog';
import { SpecificationState } from './specification-state';

type Specification = AnswerOf<'getOpenAPISpecBySlug'>;
type Params = { organizationId: string; specSlug: string };

/** One specification: its state, its problems and its versions. */
export default function SpecificationPage() {
  const params = useParams({ from: '/o/$organizationId/openapi/$specSlug' });
  const { organizationId, specSlug } = params;
  const specification = useSpecification(params);
  const [isReplacing, setReplacing] = useState(false);
  const { data } = specification;
  return (
    <>
      <OrganizationBar
        organizationId={organizationId}
        crumbs={[{ label: 'OpenAPI', to: `/o/${organizationId}/openapi` }, { label: specSlug }]}
      />
      <div className="content">
        {specification.error && <Failure error={specification.error} />}
        {specification.isPending && <Loading />}
        {data && (
          <>
            <div className="content-head">
              <div className="row">
                <h1>{data.slug}</h1>
                <span role="status">
                  <SpecificationState specification={data} />
                </span>
              </div>
              {data.permissions.edit && <Button onClick={() => setReplacing(true)}>Replace the source</Button>}
            </div>
            <p className="muted">
              {data.sourceURL ? `Read from ${data.sourceURL}` : 'Uploaded'}
              {data.lastProcessedAt && (
                <>
                  , processed <Time at={data.lastProcessedAt} />
                </>
              )}
            </p>
            <Problems specification={data} />
            <Versions params={params} />
            {data.permissions.edit && <Management specification={data} params={params} />}
          </>
        )}
      </div>
      {isReplacing && (
        <SpecificationDialog organizationId={organizationId} slug={specSlug} onClose={() => setReplacing(false)} />
      )}
    </>
  );
}

/** The specification, read again until it is processed. */
function useSpecification(params: Params) {
  const client = useQueryClient();
  return useQuery<Specification, RequestError>({
    queryKey: ['getOpenAPISpecBySlug', params, {}],
    queryFn: async () => {
      const read = await call('getOpenAPISpecBySlug', { params });
      if (read.processingState === 'complete')
        await client.invalidateQueries({ queryKey: ['list', 'listOpenAPISpecVersions'] });
      return read;
    },
    refetchInterval: ({ state }) => (state.data && state.data.processingState !== 'complete' ? 700 : false),
  });
}

const causes: Record<string, string> = {
  FETCH_TIMEOUT: 'The address did not answer in time. Check that the platform can reach it.',
  FETCH_ERROR: 'The address could not be read. Check it, and that it needs no login.',
  PARSE_ERROR: 'This OpenAPI specification cannot be read. Correct it, and replace the source.',
};

function Problems({ specification }: { specification: Specification }) {
  const { lastProcessErrorCode: code, lastProcessedErrors: problems = [] } = specification;
  if (!code && problems.length === 0) return null;
  return (
    <section className="section" aria-label="Problems">
      <h2>Problems</h2>
      {code && <p>{causes[code]}</p>}
      {problems.length > 0 && (
        <ul className="list">
          {problems.map(({ message }, index) => (
            <li key={index}>{message}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Versions({ params }: { params: Params }) {
  const versions = useList('listOpenAPISpecVersions', { params });
  return (
    <section className="section" aria-label="Versions">
      <h2>Versions</h2>
      {versions.error && <Failure error={versions.error} />}
      {versions.items.length === 0 && !versions.isPending && !versions.error && (
        <p className="muted">There is no version that could be read yet.</p>
      )}
      {versions.items.length > 0 && (
        <ol className="list" reversed>
          {versions.items.map(({ id, createdAt, url }, index) => (
            <li key={id}>
              <div className="grow">
                <span className="title">{createdAt ? new Date(createdAt).toLocaleString() : id}</span>
              </div>
              {index === 0 && <span className="badge success">Shown</span>}
              <a className="button small" href={url} target="_blank" rel="noreferrer">
                Open
              </a>
            </li>
          ))}
        </ol>
      )}
      <LoadMore list={versions} />
    </section>
  );
}

function Management({ specification, params }: { specification: Specification; params: Params }) {
  const changed = ['listOpenAPISpecs', 'getOpenAPISpecBySlug'] as const;
  const update = useAction('updateOpenAPISpecBySlug', changed);
  const remove = useAction('deleteOpenAPISpecBySlug', ['listOpenAPISpecs']);
  const [isAsking, setAsking] = useState(false);
  const notices = useNotices();
  const navigate = useNavigateFromHere();
  const isPublic = specification.visibility === 'public';
  return (
    <section className="section" aria-label="Access">
      <h2>Access</h2>
      <CheckField
        label="Everybody may read the specification itself"
        checked={isPublic}
        disabled={update.isPending}
        onChange={() =>
          update.mutate(
            { params, body: { visibility: isPublic ? 'private' : 'public' } },
            notices.outcome(isPublic ? 'The specification is private.' : 'The specification is public.'),
          )
        }
      />
      {specification.urls.published && <a href={specification.urls.published}>{specification.urls.published}</a>}
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete specification
        </Button>
      </div>
      <ConfirmDialog
        title={`Delete ${params.specSlug}?`}
        description="It is deleted with all its versions. Pages that show it show nothing in its place. This cannot be undone."
        action="Delete"
        isOpen={isAsking}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () =>
                void navigate({
                  to: '/o/$organizationId/openapi',
                  params: { organizationId: params.organizationId },
                }),
              onError: notices.error,
              onSettled: () => setAsking(false),
            },
          )
        }
      />
    </section>
  );
}
