import { officialErrors, officialOperations, routeOf } from './official-shapes';

const page = { id: 'a', title: 'A', type: 'document', kind: 'sheet' };

it('knows each operation of both clients, once', () => {
  for (const [version, count] of [
    ['0.146.0', 309],
    ['0.202.0', 377],
  ] as const) {
    const routes = officialOperations(version).map(({ route }) => route);
    expect(routes).toHaveLength(count);
    expect(new Set(routes).size).toBe(count);
  }
});

it('compiles the schema of every answer', () => {
  const all = [...officialOperations('0.146.0'), ...officialOperations('0.202.0')];
  const refusing = all.filter(({ id }) => officialErrors(id, 'text').length > 0);
  expect(refusing.length).toBeGreaterThan(500);
});

it('names what an answer lacks', () => {
  expect(officialErrors('listPages', { pages: [{ ...page, kind: undefined }] })).not.toEqual([]);
  expect(officialErrors('getApiInformation', { version: '1' })).toEqual(["/ must have required property 'build'"]);
  expect(officialErrors('getReviewsByChangeRequestId', {})).toEqual(["/ must have required property 'items'"]);
});

it('reads with the newest client what the other one does not know', () => {
  const errors = officialErrors('getLatestOpenAPISpecVersionContentRaw', { text: '' });
  expect(errors).toEqual(["/ must have required property 'format'"]);
});

it('reads what only the newest client has beside what the other one knows, as the newest has it', () => {
  const link = { object: 'site-external-link', id: 'a', title: 'Link', url: 'https://example.com', draft: false };
  const structure = (item: object) => officialErrors('getSiteStructure', { type: 'sections', structure: [item] });
  expect(structure(link)).toEqual([]);
  expect(structure({ ...link, url: undefined })).not.toEqual([]);
  const task = { eventId: 'a', type: 'task', task: { type: 'b' } };
  const event = { id: 'a', integrationId: 'b', createdAt: '2026-01-01T00:00:00.000Z', status: 'success' };
  const events = (payload: object) => officialErrors('listIntegrationEvents', { items: [{ ...event, payload }] });
  expect(events(task)).toEqual([]);
  expect(events({ ...task, task: undefined })).not.toEqual([]);
});

it('reports nothing of unknown operations, and knows routes by any names of parameters', () => {
  expect(officialErrors('noSuchOperation', {})).toEqual([]);
  expect(routeOf('get', '/spaces/{id}/')).toBe(routeOf('GET', '/spaces/:spaceId'));
});
