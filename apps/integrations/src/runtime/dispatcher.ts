/** The header by which an answer of a script is told from a failure to get one; a script cannot leave it out. */
export const answeredHeader = 'bindery-answered';
export const scriptHeader = 'bindery-script';
export const callHeader = 'bindery-call';

/**
 * The worker through which all requests go. It loads each version of a script on first use, into an isolate of its own
 * that reaches nothing but the guarded proxy, and hands its console on when all work for a request has ended.
 */
const worker = `
export default {
  async fetch(request, { LOADER, HOST, EGRESS, TAIL }) {
    const id = request.headers.get('${scriptHeader}');
    if (!id) return new Response();
    try {
      const script = LOADER.get(id, async () => {
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
      const headers = new Headers(request.headers);
      headers.delete('${scriptHeader}');
      const { body } = request;
      const event = new Request('http://integration/v1', { method: 'POST', headers, body, redirect: 'manual' });
      const answer = await script.getEntrypoint().fetch(event);
      const told = new Headers(answer.headers);
      told.set('${answeredHeader}', '1');
      return new Response(answer.body, { status: answer.status, headers: told });
    } catch (error) {
      return new Response(String((error && error.message) || error).slice(0, 2000), { status: 500 });
    }
  },
};
export const tail = {
  async tail(traces, { HOST }) {
    for (const { event, logs, exceptions } of traces) {
      const call = event && event.request && event.request.headers['${callHeader}'];
      if (!call) continue;
      const body = JSON.stringify({ logs, exceptions });
      await HOST.fetch('http://host/logs/' + call, { method: 'POST', body });
    }
  },
};
`;

/** The sockets of one process, by their paths. */
export interface Sockets {
  /** Where it takes requests. */
  http: string;
  /** Where it gets scripts and leaves logs. */
  host: string;
  /** Through which scripts reach the network. */
  egress: string;
}

/** The configuration of a workerd process; `heap` in MiB is the most that the objects of one script may take. */
export const workerdConfig = ({ http, host, egress }: Sockets, heap: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "dispatcher", worker = .dispatcher),
    (name = "host", external = (address = "unix:${host}", http = ())),
    (name = "egress", external = (address = "unix:${egress}", http = (style = proxy))),
  ],
  sockets = [(name = "http", address = "unix:${http}", http = (), service = "dispatcher")],
  v8Flags = ["--max-heap-size=${heap}"],
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
