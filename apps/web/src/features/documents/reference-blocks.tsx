import { useQuery } from '@tanstack/react-query';
import { createContext, lazy, Suspense, use } from 'react';
import { call, type RequestError } from '../../api/client';
import type { Block, Document } from '../../api/contracts';
import { currentRevision } from '../pages/edit-content';
import type { PagePlace } from '../pages/page-links';
import { anchorOf, Blocks } from './blocks';
import { ReferenceLink } from './inlines';
import { WithNotes } from './notes';
import { ReferenceContext, useTarget, type Reference } from './references';

/** A link that is a block of its own. */
export function ContentReference({ block }: { block: Block }) {
  const reference = block.data.ref as Reference | undefined;
  const { title } = useTarget(reference);
  return (
    <p className="block-link">
      <ReferenceLink reference={reference}>{title ?? String(reference?.url ?? 'Linked page')}</ReferenceLink>
    </p>
  );
}

/** The ids of the reusable contents around, so that one which shows itself ends. */
const Around = createContext<readonly string[]>([]);

/** The blocks of a reusable content, in the place of the block. */
export function ReusableContent({ block }: { block: Block }) {
  const reference = block.data.ref as Reference | undefined;
  const around = use(Around);
  const id = reference?.reusableContent;
  const content = useReusableContent(id);
  if (id === undefined || around.includes(id)) return null;
  if (content.error) return <p className="broken">This reusable content cannot be shown.</p>;
  return (
    <Around value={[...around, id]}>
      <div className="reusable">
        <WithNotes nodes={content.data?.nodes ?? []}>
          <Blocks nodes={content.data?.nodes} />
        </WithNotes>
      </div>
    </Around>
  );
}

function useReusableContent(reusableContentId: string | undefined) {
  const place = use(ReferenceContext)?.place;
  const { spaceId = '', changeRequestId = '', revisionId = '' } = place ?? {};
  return useQuery<Pick<Document, 'nodes'>, RequestError>({
    queryKey: ['reusable content', spaceId, changeRequestId, revisionId, reusableContentId ?? ''],
    enabled: place !== undefined && reusableContentId !== undefined,
    queryFn: () => readReusableContent(place!, reusableContentId!),
  });
}

async function readReusableContent(place: PagePlace, reusableContentId: string): Promise<Pick<Document, 'nodes'>> {
  const { spaceId, changeRequestId } = place;
  const revisionId = changeRequestId ? await currentRevision(place) : place.revisionId;
  if (revisionId) {
    const params = { spaceId, revisionId, reusableContentId };
    return call('getReusableContentDocumentInRevisionById', { params });
  }
  const { document } = await call('getReusableContentById', { params: { spaceId, reusableContentId } });
  return document ? call('getDocumentById', { params: { spaceId, documentId: document } }) : { nodes: [] };
}

const ApiDetails = lazy(() => import('../openapi/api-details'));

/** An operation, a webhook or models of a specification: by name, with what the specification says of an operation. */
export function ApiBlock({ block }: { block: Block }) {
  const { type, data } = block;
  const { path, name, schemas } = data;
  const reference = data.ref as Reference | undefined;
  const method = typeof data.method === 'string' ? data.method : undefined;
  const names = Array.isArray(schemas) ? schemas.map(String) : [String(path ?? name ?? '')];
  const slug = typeof reference?.spec === 'string' ? reference.spec : undefined;
  return (
    <section id={anchorOf(block)} className="api-block" aria-label="API">
      {names.map((one) => (
        <p key={one} className="call">
          {method && <b className="method">{method.toUpperCase()}</b>}
          <code>{one}</code>
        </p>
      ))}
      {slug && method && (
        <Suspense fallback={null}>
          <ApiDetails
            slug={slug}
            kind={type === 'openapi-webhook' ? 'webhook' : 'operation'}
            name={names[0]!}
            method={method}
          />
        </Suspense>
      )}
      <p className="source">
        <ReferenceLink reference={reference} />
      </p>
    </section>
  );
}
