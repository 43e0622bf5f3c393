import type { NatsConnection } from 'nats';
import manifest from '../package.json';
import { patchClient } from './nats-patches';
import type { MalformedMessages } from './wire/malformed';

const note = jest.fn();
const patch = (protocol: object) =>
  patchClient({ protocol } as unknown as NatsConnection, { note } as unknown as MalformedMessages);

it.each([[{}], [{ flushPending: () => undefined }]])(
  'refuses a client without the methods that it replaces',
  (protocol) => {
    expect(() => patch(protocol)).toThrow('The installed version of the package nats has no');
  },
);

it('replaces methods of one version of the client', () => {
  expect(manifest.dependencies.nats).toMatch(/^\d/);
});

it('writes once in a turn of the event loop, and counts a message that cannot be read', async () => {
  let writes = 0;
  const protocol = {
    flushPending: () => void writes++,
    processMsg: (_message: object, _data: Uint8Array): void => {
      throw new Error('No header');
    },
  };
  patch(protocol);
  protocol.flushPending();
  protocol.flushPending();
  await new Promise(setImmediate);
  expect(writes).toBe(1);
  protocol.processMsg({ subject: Buffer.from('rpc.sites.x') }, Buffer.alloc(0));
  expect(note).toHaveBeenCalledWith('headers', 'rpc.sites.x', 'No header');
});
