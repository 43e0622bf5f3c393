import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { databaseError } from './database-errors';

it('says 503 for a connection that is lost, wherever in a transaction that shows', () => {
  const shown = [
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    new Error('Connection terminated unexpectedly'),
    Object.assign(new Error('password authentication failed for user "bindery_sites"'), { code: '28P01' }),
    Object.assign(new Error('role "bindery_sites" is not permitted to log in'), { code: '28000' }),
    // TypeORM lets go of a connection that breaks between two statements; the next one, or the commit, finds it gone.
    new QueryRunnerAlreadyReleasedError(),
  ];
  for (const error of shown) expect(databaseError(error)).toMatchObject({ code: 503, retryAfter: 1 });
});

it('leaves every other error as it is', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505' });
  expect(databaseError(error)).toBe(error);
});

it.each(['40001', '40P01', '57014', '55P03', '25P03', '25P04'])('says 503 for what Postgres ends with %s', (code) => {
  expect(databaseError(Object.assign(new Error('ended'), { code }))).toMatchObject({ code: 503, retryAfter: 1 });
});
