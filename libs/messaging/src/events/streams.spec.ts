import { NatsError } from 'nats';
import { ifFound } from './streams';

/** An error as JetStream answers it. */
function refusal(code: number, errCode: number, description: string): NatsError {
  const error = new NatsError(description, String(code));
  error.api_error = { code, err_code: errCode, description };
  return error;
}

it.each([
  [10_014, 'consumer not found'],
  [10_037, 'no message found'],
  [10_059, 'stream not found'],
])('takes the error %d as the absence of what was asked for', async (code, description) => {
  expect(await ifFound(Promise.reject(refusal(404, code, description)))).toBeUndefined();
});

it.each([
  refusal(503, 10_008, 'JetStream system temporarily unavailable: leader not found'),
  new Error('getaddrinfo: host not found'),
])('passes on every other failure, however it is worded: %s', async (error) => {
  await expect(ifFound(Promise.reject(error))).rejects.toBe(error);
});

it('returns what was found', async () => expect(await ifFound(Promise.resolve('stream'))).toBe('stream'));
