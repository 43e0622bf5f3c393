/**
 * The script of an integration from a function for each type of event that it handles. A function gets the event and
 * `{ environment, body, waitUntil }`; what it returns is the answer, by default a plain OK.
 */
export const integration = (handlers) => ({
  async fetch(request, _env, context) {
    const form = await request.formData();
    const [event, environment] = ['event', 'environment'].map((name) => JSON.parse(form.get(name)));
    const handle = Object.hasOwn(handlers, event.type) ? handlers[event.type] : undefined;
    if (!handle) return Response.json({ error: `Integration does not handle "${event.type}" events` }, { status: 406 });
    const waitUntil = (work) => context.waitUntil(work);
    const answer = await handle(event, { environment, body: form.get('fetch-body'), waitUntil });
    return answer ?? new Response('OK');
  },
});

/** Calls the API as the installation, or as the integration where there is none. */
export const callApi = ({ apiEndpoint, apiTokens }, path, { body, ...init } = {}) =>
  fetch(`${apiEndpoint}/v1${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${apiTokens.installation ?? apiTokens.integration}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
