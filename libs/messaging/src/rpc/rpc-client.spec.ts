import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Principal } from '@bindery/contracts';
import { runInContext } from '@bindery/observability';
import type { Nats } from '../connection';
import type { RequestSigner } from '../trust/request-trust';
import type { Envelope } from '../wire/wire';
import { RpcClient } from './rpc-client';

const subject = 'rpc.content.searchSpaceContent';
const principal = { kind: 'anonymous', user: '', token: '', organizations: {} } as Principal;
const context = { requestId: 'r', operation: 'o', deadline: Number.MAX_SAFE_INTEGER, hops: 0 };

/** A client whose requests are answered by `answer`. */
function client() {
  const sent: Envelope[] = [];
  const publish = jest.fn();
  let answer: (reply: object) => void = () => undefined;
  const request = () => new Promise((resolve) => (answer = resolve));
  const sign = (_: string, envelope: Envelope) => Buffer.from(JSON.stringify(sent[sent.push(envelope) - 1]));
  const rpc = new RpcClient(
    { isUp: true, request, connection: { publish } } as unknown as Nats,
    { sign } as unknown as RequestSigner,
  );
  return { rpc, sent, publish, answer: () => answer({ data: Buffer.alloc(0) }) };
}

it('stops a call by an id of its own, beside other calls of the request', async () => {
  const { rpc, sent, publish, answer } = client();
  const left = new AbortController();
  const asked = runInContext({ ...context, signal: left.signal }, () => rpc.callRaw(subject, { principal }));
  const batch = runInContext(context, () => rpc.callRaw(subject, { principal }));
  await nextTurn();
  left.abort();
  expect(sent.map(({ stopId }) => typeof stopId)).toEqual(['string', 'undefined']);
  expect(publish.mock.calls).toEqual([['rpc.content.chunk.stop', sent[0]!.stopId]]);
  answer();
  await batch;
  void asked;
});

it('makes no call for a caller who has left', async () => {
  const { rpc, publish } = client();
  const reason = new Error('left');
  const asked = runInContext({ ...context, signal: AbortSignal.abort(reason) }, () =>
    rpc.callRaw(subject, { principal }),
  );
  await expect(asked).rejects.toBe(reason);
  expect(publish).not.toHaveBeenCalled();
});
