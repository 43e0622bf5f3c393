import { callApi, integration } from '../integration.mjs';

/** The body's HMAC with the installation's key, in hexadecimal. */
async function signatureOf(body, { signingSecrets }) {
  const secret = signingSecrets.installation.slice('whsec_'.length);
  const bytes = Uint8Array.from(atob(secret), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(body));
  return [...new Uint8Array(signature)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function forward(event, { environment }) {
  const space = await callApi(environment, `/spaces/${event.spaceId}`);
  const { title } = await space.json();
  const body = JSON.stringify({ ...event, title });
  const headers = { 'content-type': 'application/json', signature: await signatureOf(body, environment) };
  const { status } = await fetch(environment.installation.configuration.url, { method: 'POST', headers, body });
  console.log(`${event.type} of ${title} forwarded: ${status}`);
  return new Response(null, { status: status < 300 ? 204 : 502 });
}

export default integration({
  installation_setup: ({ status }, { environment }) => {
    console.info(`Version ${environment.integration.version} is ${status}`);
  },
  space_content_updated: forward,
  space_visibility_updated: forward,
  fetch: async ({ request }, { environment, body }) => {
    const text = body === null ? '' : typeof body === 'string' ? body : await body.text();
    return Response.json(
      {
        method: request.method,
        path: new URL(request.url).pathname,
        said: text,
        greeting: environment.secrets.GREETING,
      },
      { status: 201, headers: { 'x-robots-tag': 'noindex' } },
    );
  },
});
