import Fastify, { type FastifyReply } from 'fastify';
import { ApiError } from '@bindery/contracts';
import { EventStream } from './event-stream';

/** The answer to a POST whose status Nest has set before, with a header that all answers of the server have. */
async function answered(use: (stream: EventStream, reply: FastifyReply) => void) {
  const server = Fastify();
  server.addHook('onSend', async (request, reply) => void reply.header('x-request-id', request.id));
  server.post('/', (_request, reply) => use(new EventStream(reply.status(201)), reply));
  return server.inject({ method: 'POST', url: '/' });
}

it('has the status of success, and the headers of all answers', async () => {
  const { statusCode, headers, body } = await answered((stream) =>
    stream.end(Buffer.from('{"events":[{"a":1},{"b":2}]}')),
  );
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-request-id': expect.any(String) as string,
  });
  expect(body).toBe('data: {"a":1}\n\ndata: {"b":2}\n\nevent: done\ndata: {}\n\n');
});

it('leaves a failure before its first event to be answered as any other', async () => {
  const { statusCode, body } = await answered((stream, reply) => {
    if (!stream.fail(new ApiError(404, 'Gone'))) void reply.status(404).send('Gone');
  });
  expect([statusCode, body]).toEqual([404, 'Gone']);
});

it('tells a failure after it has begun as an event', async () => {
  const interval = jest.spyOn(globalThis, 'setInterval');
  const { body } = await answered((stream) => {
    // The interval elapses without an event.
    (interval.mock.lastCall![0] as () => void)();
    expect(stream.fail(new ApiError(503, 'Later'))).toBe(true);
  });
  interval.mockRestore();
  expect(body).toBe(': waiting\n\nevent: error\ndata: {"error":{"message":"Later"}}\n\n');
});
