import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Cookies of users' browsers, which scripts cannot read: the session of the signed-in user, the secret that binds
 * a sign-in to the browser in which it began, and the requested page of the app.
 */
const cookies = {
  session: { name: 'bindery-session', path: '/', sameSite: 'Lax' },
  // Identity providers post their answers from their own sites, for which browsers only send cookies of this kind.
  browser: { name: 'bindery-browser', path: '/', sameSite: 'None' },
  // Users also continue to that page from the answer of an identity provider.
  next: { name: 'bindery-next', path: '/', sameSite: 'None' },
} as const;
type Cookie = keyof typeof cookies;

/** The browser accepts a name with this prefix only from this exact host (RFC 6265bis, section 4.1.3.2). */
const hostPrefix = '__Host-';

/** Reads and sets the cookies of one installation. */
export class Cookies {
  private readonly base: string;
  private readonly isSecure: boolean;

  constructor(publicUrl: string) {
    const { pathname, protocol } = new URL(publicUrl);
    this.base = pathname.replace(/\/$/, '');
    this.isSecure = protocol === 'https:';
  }

  read({ headers }: Pick<FastifyRequest, 'headers'>, cookie: Cookie): string | undefined {
    const start = `${this.nameOf(cookie)}=`;
    const found = (headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .find((pair) => pair.startsWith(start));
    try {
      return found && decodeURIComponent(found.slice(start.length));
    } catch {
      return undefined;
    }
  }

  /** Sets a cookie until a time, or until the browser is closed; an empty value deletes it. */
  set(reply: FastifyReply, cookie: Cookie, value: string, until?: Date): void {
    const { path, sameSite } = cookies[cookie];
    const seconds = until && Math.max(0, Math.floor((until.getTime() - Date.now()) / 1000));
    const parts = [
      `${this.nameOf(cookie)}=${encodeURIComponent(value)}`,
      `Path=${this.base}${path}`,
      'HttpOnly',
      // Browsers accept None only together with Secure; without either they still send it for two minutes.
      ...(sameSite === 'Lax' || this.isSecure ? [`SameSite=${sameSite}`] : []),
      ...(this.isSecure ? ['Secure'] : []),
      ...(value === '' ? ['Max-Age=0'] : seconds === undefined ? [] : [`Max-Age=${seconds}`]),
    ];
    void reply.header('set-cookie', parts.join('; '));
  }

  /** The secret of the browser; sets a new one if it has none. */
  browserOf(request: FastifyRequest, reply: FastifyReply): string {
    const known = this.read(request, 'browser');
    if (known && /^[\w-]{32}$/.test(known)) return known;
    const secret = randomBytes(24).toString('base64url');
    this.set(reply, 'browser', secret);
    return secret;
  }

  private nameOf(cookie: Cookie): string {
    const { name, path } = cookies[cookie];
    return this.isSecure && this.base === '' && path === '/' ? hostPrefix + name : name;
  }
}

/** The platform's own cookies, which must not be passed on. */
export const isOwnCookie = (pair: string): boolean =>
  Object.values(cookies).some(({ name }) => pair.startsWith(`${name}=`) || pair.startsWith(`${hostPrefix}${name}=`));

/** An address of the app, and no other: users are redirected there after the sign-in. */
export const isAppPath = (path: unknown): path is string =>
  typeof path === 'string' && /^\/app(\/[^\\]*)?$/.test(path) && path.length <= 2_000;

/** The redirect after the sign-in: to the app, or to the consent page of an OAuth client. */
export const isNextPath = (path: string | undefined): path is string =>
  (path !== undefined && path.length <= 8_192 && /^\/oauth\/authorize\?[\w%=&.+*~-]*$/.test(path)) || isAppPath(path);
