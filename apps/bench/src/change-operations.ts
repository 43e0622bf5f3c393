import type { ChangeRequest, Comment } from '@bindery/contracts';
import type { MeasuredSpace } from './changes';
import { markdownOf, writePages } from './documentation';
import { fillBaselineComments } from './baseline-comments-data';
import { type LoadRequest, UNIQUE } from './load';
import type { Operation } from './operations';
import type { BenchPlatform } from './platform';

/** Entries of the lists. */
const CHANGE_REQUESTS = 50;
const COMMENTS = 100;
/** Change requests that are edited, so that as many connections each have one of their own. */
const DRAFTS = 64;

/** Opens and says in a space what is measured on it, fills the baseline with the same, and answers the operations to compare. */
export async function prepareChangeOperations(
  platform: BenchPlatform,
  { id: space, pageIds }: MeasuredSpace,
): Promise<Operation[]> {
  const { api } = platform;
  const base = `/spaces/${space}`;
  for (let index = 0; index < DRAFTS; index++) await api.post(`${base}/change-requests`, { subject: `Draft ${index}` });
  for (let index = 0; index < COMMENTS; index++) {
    const { id } = await api.post<Comment>(`${base}/comments`, { body: { markdown: `Comment ${index}` } });
    const reaction = JSON.stringify({ addedReactions: ['👍'] });
    const headers = { 'content-type': 'application/json' };
    await api.fetch(`${base}/comments/${id}`, { method: 'PUT', body: reaction, headers });
  }
  const drafts = `${base}/change-requests?status=draft`;
  const list = <T>(path: string) => api.get<{ items: T[] }>(path).then(({ items }) => items);
  const changeRequests = await list<ChangeRequest>(`${drafts}&limit=${DRAFTS}`);
  const comments = await list<Comment>(`${base}/comments?limit=${COMMENTS}`);
  await fillBaselineComments(platform.databaseUrl, { space, changeRequests, comments });

  const markdown = `Edited as ${UNIQUE}.\n\n${markdownOf(writePages(3)[0]!)}`;
  const edits = changeRequests.map(({ id }, index) => {
    const change = { operation: 'update_page', page: pageIds[index % pageIds.length]!, document: { markdown } };
    return post(`${base}/change-requests/${id}/content`, { changes: [change] });
  });
  return [
    operation(`${CHANGE_REQUESTS} change requests`, [{ path: `${drafts}&limit=${CHANGE_REQUESTS}` }]),
    operation(`${COMMENTS} comments`, [{ path: `${base}/comments?limit=${COMMENTS}` }]),
    operation('create a comment', [post(`${base}/comments`, { body: { markdown: `Well said: ${UNIQUE}` } })]),
    { ...operation('edit a page', edits), alone: true },
  ];
}

const post = (path: string, body: object): LoadRequest => ({ path, method: 'POST', body: JSON.stringify(body) });

const operation = (name: string, requests: LoadRequest[]): Operation => ({
  name,
  platform: requests.map((request) => ({ ...request, path: `/v1${request.path}` })),
  baseline: requests,
});
