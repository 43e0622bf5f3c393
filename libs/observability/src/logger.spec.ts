import { Writable } from 'node:stream';
import { createLogger, runInContext } from './index';

const canary = 'canary-7f3a@example.com';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown> {
  let text = '';
  const stream = new Writable({ write: (chunk, _, done) => ((text += String(chunk)), done()) });
  write(createLogger('test', 'debug', stream));
  expect(text).not.toContain(canary);
  return JSON.parse(text) as Record<string, unknown>;
}

it.each([
  'authorization',
  'cookie',
  'token',
  'password',
  'secret',
  'shareKey',
  'certificate',
  'configuration',
  'email',
])('never writes %s', (name) => {
  const line = logged((logger) => logger.info({ [name]: canary, request: { [name]: canary } }, 'Something'));
  expect(line).toMatchObject({ [name]: '[redacted]', request: { [name]: '[redacted]' } });
});

it('keeps of a database error what it is about and not the values of its statement', () => {
  const driverError = Object.assign(new Error(`invalid input syntax for type uuid: "${canary}"`), {
    severity: 'ERROR',
    code: '22P02',
    detail: `Key (email)=(${canary}) already exists.`,
    table: 'account',
  });
  const wrapped = Object.assign(new Error(driverError.message), { driverError, query: 'select', parameters: [canary] });
  for (const err of [driverError, wrapped]) {
    const { err: described } = logged((logger) => logger.error({ err }, 'An operation failed'));
    expect(described).toMatchObject({ code: '22P02', table: 'account', stack: expect.stringMatching(/^ {4}at /) });
  }
});

it('keeps the message of other errors, and of their causes', () => {
  const { err } = logged((logger) =>
    logger.error({ err: new Error('The file is gone', { cause: new RangeError('Out of range') }) }, 'Failed'),
  );
  expect(err).toMatchObject({ message: 'The file is gone', cause: { type: 'RangeError', message: 'Out of range' } });
});

it('names the request that a line belongs to', () => {
  const context = { requestId: 'r1', operation: 'getSpaceById', deadline: 0, hops: 0 };
  expect(logged((logger) => runInContext(context, () => logger.warn('Slow')))).toMatchObject({
    requestId: 'r1',
    operation: 'getSpaceById',
    msg: 'Slow',
  });
});
