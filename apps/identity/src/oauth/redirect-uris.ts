const most = 10;
const longest = 2_048;
/** The letters of domain names and IP addresses: parsers take more, which would read as another host, and end a policy. */
const host = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/;
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** A private-use scheme of an application is a reversed domain name (RFC 8252, section 7.1): browsers handle none of these themselves. */
const privateUse = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;
/** Schemes of editors that have no dot, which their agents use. */
const editors = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'];

/** The error in a client's redirect addresses; undefined for none. */
export function redirectProblem(uris: unknown): string | undefined {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > most)
    return `redirect_uris must have 1 to ${most} addresses`;
  return uris.every((uri) => typeof uri === 'string' && isRedirect(uri))
    ? undefined
    : 'redirect_uris must be addresses over https, of this machine (http://127.0.0.1), or of a scheme with a dot (com.example.app:/), without a fragment or a user';
}

function isRedirect(uri: string): boolean {
  if (uri.length > longest || !URL.canParse(uri) || /[\s\\#\u0000-\u001f]/.test(uri)) return false;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username || password) return false;
  if (protocol === 'https:') return host.test(hostname);
  if (protocol === 'http:') return loopback.test(hostname);
  return (privateUse.test(protocol) || editors.includes(protocol)) && /^[^:]+:\/\/?[^/]/.test(uri);
}

/** Whether a client registered the address. On the machine itself the port may differ (RFC 8252, section 7.3), and nothing else. */
export const isRegistered = (asked: string, registered: readonly string[]): boolean =>
  registered.includes(asked) ||
  registered.some((uri) => {
    if (!URL.canParse(asked)) return false;
    const [a, b] = [new URL(asked), new URL(uri)];
    if (b.protocol !== 'http:' || !loopback.test(b.hostname)) return false;
    return a.username === '' && a.password === '' && portless(asked, a) === portless(uri, b);
  });

const portless = (uri: string, { hostname, port }: URL): string =>
  port === '' ? uri : uri.replace(`${hostname}:${port}`, hostname);
