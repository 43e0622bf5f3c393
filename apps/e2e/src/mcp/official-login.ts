import {
  auth,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type FetchLike,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { callback, sendDecision, sessionCookie } from '@bindery/testing';
import type { TestOrganization } from '../support/test-organization';
import { Agent } from './connect';

const own = 'http://bindery.test';
/** Where the platform is for the official client, which sends tokens to nothing without TLS. */
const shown = 'https://bindery.test';

/** A login by the official client's own OAuth, at the organization's server. The user allows it at once, with all scopes. */
export class OfficialLogin implements OAuthClientProvider {
  readonly redirectUrl = callback;
  private client: StoredOAuthClientInformation | undefined;
  private discovered: OAuthDiscoveryState | undefined;
  private verifier = '';
  private answer: URLSearchParams | undefined;
  private kept: StoredOAuthTokens | undefined;

  private constructor(
    private readonly world: TestOrganization,
    private readonly name: string,
    private readonly cookie: string,
  ) {}

  /** An agent that the user with the address let in. */
  static async agent(
    world: TestOrganization,
    email: string,
    name: string,
  ): Promise<{ agent: Agent; login: OfficialLogin }> {
    const login = new OfficialLogin(world, name, await sessionCookie(world, email));
    await expect(login.connect()).rejects.toThrow(UnauthorizedError);
    await login.transport().finishAuth(login.answer!);
    return { agent: await login.connect(), login };
  }

  get accessToken(): string {
    return this.kept!.access_token;
  }

  get clientMetadata() {
    return { client_name: this.name, redirect_uris: [callback], token_endpoint_auth_method: 'none' };
  }

  state = () => 'some state';
  clientInformation = () => this.client;
  saveClientInformation = (client: StoredOAuthClientInformation) => void (this.client = client);
  discoveryState = () => this.discovered;
  saveDiscoveryState = (discovered: OAuthDiscoveryState) => void (this.discovered = discovered);
  codeVerifier = () => this.verifier;
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  tokens = () => this.kept;
  saveTokens = (tokens: StoredOAuthTokens) => void (this.kept = tokens);
  invalidateCredentials = () => void (this.kept = undefined);

  /** Acts as the browser: the user presses Allow, and is sent back. */
  async redirectToAuthorization({ searchParams }: URL): Promise<void> {
    const { world, cookie } = this;
    const scopes = { may_read: 'yes', may_propose: 'yes', may_merge: 'yes', may_manage: 'yes' };
    const asked = { ...Object.fromEntries(searchParams), resource: `${own}/mcp` };
    const form = { ...asked, ...scopes, organization: world.organization, decision: 'allow' };
    const { headers } = await sendDecision(world, cookie, form);
    this.answer = new URL(asTls(headers.get('location')!)).searchParams;
  }

  /** Makes the client request new tokens with its refresh token. */
  refresh = () => auth(this, { serverUrl: `${shown}/mcp`, fetchFn: this.fetch });

  /** Replaces the access token by an unknown one. */
  loseAccess(): void {
    this.kept = { ...this.kept!, access_token: 'bnd_user_nobody_0' };
  }

  /** Ends what the client may do, where the metadata says it is done. */
  async revoke(): Promise<void> {
    const metadata = this.discovered!.authorizationServerMetadata as { revocation_endpoint?: string };
    const form = { token: this.kept!.refresh_token!, client_id: this.client!.client_id };
    const { status } = await this.fetch(metadata.revocation_endpoint!, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    expect(status).toBe(200);
  }

  private connect = () => Agent.over(this.transport(), this.name);

  private transport = () =>
    new StreamableHTTPClientTransport(new URL(`${shown}/mcp`), { authProvider: this, fetch: this.fetch });

  /** Acts as a TLS proxy in front of the platform, which then has the address of the proxy. */
  private readonly fetch: FetchLike = async (input, init = {}) => {
    const address = String(input).replace(shown, this.world.platform.baseUrl);
    const { body } = init;
    const sent =
      body instanceof URLSearchParams
        ? new URLSearchParams([...body].map(([name, value]) => [name, value.replace(shown, own)]))
        : body;
    const answer = await fetch(address, { ...init, ...(sent !== undefined && { body: sent }) });
    const headers = [...answer.headers].map(([name, value]): [string, string] => [name, asTls(value)]);
    return new Response(asTls(await answer.text()), { status: answer.status, headers });
  };
}

const asTls = (text: string): string =>
  text.replaceAll(encodeURIComponent(own), encodeURIComponent(shown)).replaceAll(own, shown);
