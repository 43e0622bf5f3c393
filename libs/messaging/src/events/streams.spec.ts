import { NatsError, type JetStreamManager, type StreamInfo } from 'nats';
import { isCrowded } from './stream-room';
import { ifFound, updateStream } from './streams';

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

describe('a stream that exists', () => {
  const update = jest.fn(() => Promise.resolve());
  const jsm = { streams: { update } } as unknown as JetStreamManager;
  const streamOf = (max_bytes: number, num_replicas = 1, bytes = 0) =>
    ({ config: { name: 'EVENTS', max_bytes, num_replicas }, state: { bytes } }) as StreamInfo;
  beforeEach(() => update.mockClear());

  it.each([-1, 100, 200])('stays as large as an operator has made it: %d bytes', async (bytes) => {
    expect(await updateStream(jsm, streamOf(bytes), { replicas: 1, maxBytes: 100 })).toBe(false);
    await updateStream(jsm, streamOf(bytes), { replicas: 3, maxBytes: 100 });
    expect(update.mock.calls).toEqual([['EVENTS', { num_replicas: 3, max_bytes: bytes }]]);
  });

  it('becomes as large as it has to be', async () => {
    expect(await updateStream(jsm, streamOf(50), { replicas: 1, maxBytes: 100 })).toBe(true);
    expect(update.mock.calls).toEqual([['EVENTS', { num_replicas: 1, max_bytes: 100 }]]);
  });

  it('is crowded when more than half of it is taken, and never without a limit', () => {
    expect([51, 50].map((bytes) => isCrowded(streamOf(100, 1, bytes)))).toEqual([true, false]);
    expect(isCrowded(streamOf(-1, 1, 1_000))).toBe(false);
  });
});
