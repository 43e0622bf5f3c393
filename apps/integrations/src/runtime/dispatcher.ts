/** The header that distinguishes an answer of a script from a failure to get one; a script cannot remove it. */
export const answeredHeader = 'bindery-answered';
export const scriptHeader = 'bindery-script';
export const callHeader = 'bindery-call';

/** The limits of the stored logs of one request: lines, and characters of a line. */
const maxLines = 500;
const maxLength = 2_000;

/** The header with the milliseconds after which no further request of a batch is made. */
export const turnsHeader = 'bindery-turns';

/**
 * The worker that handles all requests. It loads each version of a script on first use, into an isolate of its own
 * that can only reach the guarded proxy, and forwards its console output when all work for a request has ended. Several
 * requests in one are a line of JSON, with the headers and the length of each, and their bodies; each result is sent as
 * one line when it is ready.
 */
const worker = `
const scriptOf = ({ LOADER, HOST, EGRESS, TAIL }, id) => LOADER.get(id, async () => {
  const answer = await HOST.fetch('http://host/scripts/' + id);
  if (!answer.ok) throw new Error('It could not be loaded');
  return {
    compatibilityDate: '2025-05-25',
    compatibilityFlags: ['nodejs_compat'],
    mainModule: 'script.js',
    modules: { 'script.js': await answer.text() },
    env: {},
    globalOutbound: EGRESS,
    tails: [TAIL],
  };
});
const ask = (script, headers, body) =>
  script.getEntrypoint().fetch(new Request('http://integration/v1', { method: 'POST', headers, body, redirect: 'manual' }));
const messageOf = (error) => String((error && error.message) || error).slice(0, 2000);
// A reader costs a good part less than iteration, for each of thousands of answers.
const sizeOf = async (answer, most) => {
  if (!answer.body) return 0;
  const reader = answer.body.getReader();
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return size;
    if ((size += value.length) <= most) continue;
    await reader.cancel();
    return size;
  }
};
async function* inTurn(script, bytes, until, most) {
  const end = bytes.indexOf(10);
  let at = end + 1;
  for (const { headers, length } of JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))) {
    const body = bytes.subarray(at, (at += length));
    try {
      const answer = await ask(script, headers, body);
      yield { status: answer.status, size: await sizeOf(answer, most) };
    } catch (error) {
      yield { failure: messageOf(error) };
    }
    if (Date.now() >= until) return;
  }
}
const linesOf = (outcomes) => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await outcomes.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(JSON.stringify(value) + '\\n'));
    },
  });
};
export default {
  async fetch(request, env) {
    const id = request.headers.get('${scriptHeader}');
    if (!id) return new Response();
    try {
      const script = scriptOf(env, id);
      const turns = request.headers.get('${turnsHeader}');
      if (turns) {
        const [time, most] = turns.split(' ').map(Number);
        const until = Date.now() + time;
        return new Response(linesOf(inTurn(script, new Uint8Array(await request.arrayBuffer()), until, most)));
      }
      const headers = new Headers(request.headers);
      headers.delete('${scriptHeader}');
      // Read completely: workerd may reset a connection with an unread rest of the body, together with its next request.
      const answer = await ask(script, headers, await request.arrayBuffer());
      const told = new Headers(answer.headers);
      told.set('${answeredHeader}', '1');
      return new Response(answer.body, { status: answer.status, headers: told });
    } catch (error) {
      return new Response(messageOf(error), { status: 500 });
    }
  },
};
// Here, so that the script's own process does the work for a flood of output.
const textOf = (value) => typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
const lineOf = ({ level, message, timestamp }) =>
  ({ level, message: [message].flat().map(textOf).join(' ').slice(0, ${maxLength}), timestamp });
const exceptionOf = ({ name, message, timestamp }) =>
  ({ level: 'error', message: (name + ': ' + message).slice(0, ${maxLength}), timestamp });
const logsOf = (logs, exceptions) =>
  [...logs.slice(0, ${maxLines}).map(lineOf), ...exceptions.map(exceptionOf)].slice(0, ${maxLines});
// Logs that end within a moment are sent together: a request for each would cost more than most scripts.
const moment = 20;
let ended;
export const tail = {
  async tail(traces, { HOST }) {
    const told = traces.flatMap(({ event, logs, exceptions }) => {
      const call = event && event.request && event.request.headers['${callHeader}'];
      return call ? [{ call, logs: logsOf(logs, exceptions) }] : [];
    });
    if (told.length === 0) return;
    if (ended) return void ended.push(...told);
    ended = told;
    await scheduler.wait(moment);
    const body = JSON.stringify(ended);
    ended = undefined;
    await HOST.fetch('http://host/logs', { method: 'POST', body });
  },
};
`;

/** The sockets of one process, by their paths. */
export interface Sockets {
  /** The socket for requests. */
  http: string;
  /** The socket where it fetches scripts and sends logs. */
  host: string;
  /** The socket through which scripts reach the network. */
  egress: string;
}

/**
 * Collects the garbage of many events early: by default V8 lets each script have dozens of MiB of it, so a
 * handful of scripts could use all memory of their process.
 */
const heapFlags = (heap: number) => [`--max-heap-size=${heap}`, '--max-semi-space-size=1', '--optimize-for-size'];

/** The configuration of a workerd process; `heap` in MiB is the maximum for the objects of one script. */
export const workerdConfig = ({ http, host, egress }: Sockets, heap: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "dispatcher", worker = .dispatcher),
    (name = "host", external = (address = "unix:${host}", http = ())),
    (name = "egress", external = (address = "unix:${egress}", http = (style = proxy))),
  ],
  sockets = [(name = "http", address = "unix:${http}", http = (), service = "dispatcher")],
  v8Flags = [${heapFlags(heap)
    .map((flag) => JSON.stringify(flag))
    .join(', ')}],
);
const dispatcher :Workerd.Worker = (
  modules = [(name = "dispatcher.js", esModule = ${JSON.stringify(worker)})],
  compatibilityDate = "2025-05-25",
  globalOutbound = "host",
  bindings = [
    (name = "LOADER", workerLoader = (id = "scripts")),
    (name = "HOST", service = "host"),
    (name = "EGRESS", service = "egress"),
    (name = "TAIL", service = (name = "dispatcher", entrypoint = "tail")),
  ],
);
`;
