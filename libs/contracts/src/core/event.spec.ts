/** @isolated for the events that it declares */
import { auditEvent, event } from './event';

it('makes events of its kind', () => {
  const noted = event<{ n: number }>('content', 'thing.noted');
  const { kind, ...content } = noted({ organization: 'o', aggregate: 'thing', version: 2, payload: { n: 1 } });
  expect([kind.type, kind.service, kind.subject]).toEqual([
    'content.thing.noted',
    'content',
    'event.content.thing.noted',
  ]);
  expect(content).toEqual({ organization: 'o', aggregate: 'thing', version: 2, payload: { n: 1 } });
});

it('has an entry of the audit log be about its target, or about another object', () => {
  const target = { type: 'oauth-client', id: 'client' };
  const record = { action: 'revokeAgent', organization: 'o', actor: 'user', token: 'grant', target, params: {} };
  const { kind, ...content } = auditEvent('identity', record, { version: 0 });
  expect(kind.type).toBe('identity.audit.recorded');
  expect(content).toEqual({ organization: 'o', aggregate: 'client', version: 0, payload: record });
  expect(auditEvent('identity', record, { version: 2, aggregate: 'grant' })).toMatchObject({ aggregate: 'grant' });
});
