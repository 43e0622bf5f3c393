import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import type { Login } from './logins';

const SCOPES = 'read propose merge manage';
/** A user who takes longer has to begin again. */
const PATIENCE = 10 * 60_000;
/** A token that ends within this time is renewed first. */
const EARLY = 60_000;

/**
 * Logs in at a platform with the browser: registers this machine as an OAuth client, has `open` show the address where the
 * user decides, and waits for the answer on the loopback interface (RFC 8252, section 7.3). Throws when the user denies it
 * or does not answer within ten minutes.
 */
export async function logIn(url: string, open: (address: string) => void): Promise<Login> {
  const server = await discover(url);
  const listener = await listen();
  try {
    const redirectUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
    const client = await register(server, redirectUri);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(server.authorization_endpoint!);
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
      scope: SCOPES,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const answered = answerOf(listener, (parameters) => oauth.validateAuthResponse(server, client, parameters, state));
    open(address.href);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      await answered,
      redirectUri,
      verifier,
      insecure(url),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
    return loginOf(url, client.client_id, tokens);
  } finally {
    listener.close();
    listener.closeAllConnections();
  }
}

/** The login with an access token that is still good, renewed where it has to be. Throws when the login has ended. */
export async function renewed(login: Login): Promise<Login> {
  if (login.expiresAt - EARLY > Date.now()) return login;
  try {
    if (!login.refreshToken) throw new Error('there is no refresh token');
    const server = await discover(login.url);
    const client = { client_id: login.clientId };
    const options = insecure(login.url);
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), login.refreshToken, options);
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    return loginOf(login.url, login.clientId, tokens, login.refreshToken);
  } catch (error) {
    if (!(error instanceof oauth.ResponseBodyError) && login.refreshToken) throw error;
    throw new Error(`The login at ${login.url} has ended: npm run bindery -- login --url ${login.url}`, {
      cause: error,
    });
  }
}

/** Ends a login at the platform (RFC 7009). */
export async function logOut({ url, clientId, refreshToken, accessToken }: Login): Promise<void> {
  const server = await discover(url);
  const token = refreshToken ?? accessToken;
  const response = await oauth.revocationRequest(server, { client_id: clientId }, oauth.None(), token, insecure(url));
  await oauth.processRevocationResponse(response);
}

/** The platform's OAuth metadata (RFC 8414). */
async function discover(url: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(url);
  let response: Response;
  try {
    response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure(url) });
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    throw new Error(`${url} does not answer (${cause?.code ?? (error as Error).message})`, { cause: error });
  }
  const { issuer: named } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { issuer?: string };
  if (named === undefined) throw new Error(`${url} is not a Bindery platform, or does not allow logins: use --token T`);
  if (new URL(named).href !== issuer.href) throw new Error(`The URL of this platform is ${named}: use --url ${named}`);
  return oauth.processDiscoveryResponse(issuer, response);
}

async function register(server: oauth.AuthorizationServer, redirectUri: string): Promise<oauth.Client> {
  const metadata = {
    client_name: 'Bindery command line',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  const response = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure(server.issuer));
  return oauth.processDynamicClientRegistrationResponse(response);
}

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

/** The first request to `/callback` decides; a browser asks for other things too. */
function answerOf<T>(listener: Server, read: (parameters: URLSearchParams) => T): Promise<T> {
  const answered = new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The login was not confirmed within ten minutes: log in again')),
      PATIENCE,
    );
    listener.once('close', () => clearTimeout(timer));
    listener.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1');
      if (pathname !== '/callback') return response.writeHead(404).end();
      try {
        resolve(read(searchParams));
        say(response, 'You are logged in. You can close this page.');
      } catch (error) {
        const isDenied = searchParams.get('error') === 'access_denied';
        reject(isDenied ? new Error('The login was denied') : (error as Error));
        say(response, 'The login did not work. The command line says why.');
      }
    });
  });
  // Awaited after the address was shown, which may fail before.
  answered.catch(() => undefined);
  return answered;
}

const say = (response: ServerResponse, text: string) =>
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text);

function loginOf(url: string, clientId: string, tokens: oauth.TokenEndpointResponse, refreshToken?: string): Login {
  const next = tokens.refresh_token ?? refreshToken;
  return {
    url,
    clientId,
    accessToken: tokens.access_token,
    ...(next !== undefined && { refreshToken: next }),
    expiresAt: Date.now() + (tokens.expires_in ?? 3_600) * 1_000,
  };
}

/** A platform on this machine or in a closed network may have no TLS: the user named its address. */
const insecure = (url: string) => ({ [oauth.allowInsecureRequests]: url.startsWith('http:') });
