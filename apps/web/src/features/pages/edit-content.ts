import { call, type RequestOf } from '../../api/client';
import type { AnswerOf, BodyOf } from '../../api/contracts';
import type { ContentPlace } from './use-pages';

export type ContentChange = BodyOf<'updateSpaceContent'>['changes'][number];
export type EditedContent = AnswerOf<'updateSpaceContent'>;

/** Changes pages and files of a change request, or of the space itself: all of the changes or none. */
export async function editContent(
  { spaceId, changeRequestId }: ContentPlace,
  changes: ContentChange[],
  rest: Pick<RequestOf<'updateSpaceContent'>, 'onProgress' | 'idempotencyKey'> = {},
  send = call,
): Promise<EditedContent> {
  if (!changeRequestId) return send('updateSpaceContent', { params: { spaceId }, body: { changes }, ...rest });
  const params = { spaceId, changeRequestId };
  const query = { compat: false };
  const edited = await send('updateChangeRequestContent', { params, query, body: { changes }, ...rest });
  if (!('createdRevision' in edited)) throw new Error('The response has no revision');
  return { ...edited, revision: edited.createdRevision };
}

/** The content of a change request, or of the space itself, without its documents. */
export function readContent({ spaceId, changeRequestId }: ContentPlace): Promise<AnswerOf<'getCurrentRevision'>> {
  const query = { metadata: false, computed: false } as const;
  if (!changeRequestId) return call('getCurrentRevision', { params: { spaceId }, query });
  return call('getRevisionOfChangeRequestById', { params: { spaceId, changeRequestId }, query });
}

/** The revision that a change request, or the space itself, has now. */
export async function currentRevision({ spaceId, changeRequestId }: ContentPlace): Promise<string> {
  if (!changeRequestId) return (await call('getSpaceById', { params: { spaceId } })).revision;
  return (await call('getChangeRequestById', { params: { spaceId, changeRequestId } })).revision;
}
