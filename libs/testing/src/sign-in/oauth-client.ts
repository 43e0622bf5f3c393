import { createHash, randomBytes } from 'node:crypto';
import { sessionCookie } from './session-cookie';
import type { TestOrganization } from '../organization/test-organization';

interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** Where the OAuth client listens for the answer. */
export const callback = 'http://127.0.0.1:33418/callback';

/** Another address, which has a query of its own. */
export const withQuery = 'https://client.example/asked?own=a%20b+c';

/** An OAuth client that a user lets act for them, and the browser of that user. */
export class OAuthClient {
  private constructor(
    private readonly world: TestOrganization,
    readonly id: string,
    readonly cookie: string,
    readonly name: string,
    readonly verifier = randomBytes(32).toString('base64url'),
  ) {}

  static async register(world: TestOrganization, email: string, name?: string): Promise<OAuthClient> {
    return (await OAuthClient.registered(world, name)).in(await sessionCookie(world, email));
  }

  /** One whose user is not signed in yet. */
  static async registered(world: TestOrganization, name = 'Test agent'): Promise<OAuthClient> {
    const answer = await post<{ client_id: string }>(world, '/oauth/register', {
      json: { client_name: name, redirect_uris: [callback, 'https://client.example/back', withQuery] },
    });
    if (answer.status !== 201) throw new Error(`Registration was answered ${answer.status}`);
    return new OAuthClient(world, answer.body.client_id, '', name);
  }

  /** The same client, with a browser that has this cookie. */
  in(cookie: string): OAuthClient {
    return new OAuthClient(this.world, this.id, cookie, this.name, this.verifier);
  }

  parameters(more: Record<string, string> = {}): Record<string, string> {
    return {
      ...{
        response_type: 'code',
        client_id: this.id,
        redirect_uri: callback,
        state: 'some state',
        scope: 'read propose',
      },
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    };
  }

  /** Opens the page at which the user decides. */
  open(parameters = this.parameters(), cookie = this.cookie): Promise<Response> {
    const query = new URLSearchParams(parameters).toString();
    return fetch(`${this.world.platform.baseUrl}/oauth/authorize?${query}`, {
      redirect: 'manual',
      headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site', ...(cookie && { cookie }) },
    });
  }

  /** Sends the user's decision, as the page does. */
  decide(
    given: Record<string, string> = {},
    parameters = this.parameters(),
    headers?: Record<string, string>,
  ): Promise<Response> {
    const form = {
      ...parameters,
      ...{ organization: this.world.organization, may_read: 'yes', may_propose: 'yes', decision: 'allow' },
      ...given,
    };
    return sendDecision(this.world, this.cookie, form, headers);
  }

  async code(given: Record<string, string> = {}, parameters = this.parameters()): Promise<string> {
    const answer = await this.decide(given, parameters);
    const code = new URL(answer.headers.get('location') ?? 'about:blank').searchParams.get('code');
    if (!code)
      throw new Error(`No code came, but ${answer.status} ${answer.headers.get('location')} ${await answer.text()}`);
    return code;
  }

  exchange(code: string, more: Record<string, string> = {}) {
    const form = { grant_type: 'authorization_code', code, client_id: this.id, redirect_uri: callback };
    return post<Tokens>(this.world, '/oauth/token', { form: { ...form, code_verifier: this.verifier, ...more } });
  }

  refresh(token: string, more: Record<string, string> = {}) {
    const form = { grant_type: 'refresh_token', refresh_token: token, client_id: this.id, ...more };
    return post<Tokens>(this.world, '/oauth/token', { form });
  }

  revoke(token: string, clientId = this.id) {
    return post<object>(this.world, '/oauth/revoke', { form: { token, client_id: clientId } });
  }

  async tokens(given: Record<string, string> = {}, parameters = this.parameters()): Promise<Tokens> {
    const { status, body } = await this.exchange(await this.code(given, parameters));
    if (status !== 200) throw new Error(`No tokens came, but ${status} ${JSON.stringify(body)}`);
    return body;
  }
}

/** Sends the form of the page with the user's decision. */
export const sendDecision = (
  world: TestOrganization,
  cookie: string,
  form: Record<string, string>,
  headers: Record<string, string> = { origin: 'http://bindery.test', 'sec-fetch-site': 'same-origin' },
): Promise<Response> =>
  fetch(`${world.platform.baseUrl}/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', cookie, ...headers },
    body: new URLSearchParams(form),
  });

export async function post<T>(
  world: TestOrganization,
  path: string,
  { form, json }: { form?: Record<string, string>; json?: unknown },
): Promise<Answer<T>> {
  const response = await fetch(world.platform.baseUrl + path, {
    method: 'POST',
    ...(form && { body: new URLSearchParams(form) }),
    ...(json !== undefined && { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
  });
  return { status: response.status, body: (await response.json()) as T, headers: response.headers };
}
