import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookies of the app: the token of who has signed in, and the page that was asked for before. */
const names = { token: 'bindery-session', next: 'bindery-next' } as const;
type Name = keyof typeof names;

/** Where each is sent to. No script sees them, and no other site's form sends them. */
const paths: Record<Name, string> = { token: '/app', next: '/sign-in' };

export function readCookie({ headers }: FastifyRequest, name: Name): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${names[name]}=`));
  const value = found?.slice(names[name].length + 1);
  try {
    return value && decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Keeps a value until the browser is closed; an empty one is forgotten. */
export function setCookie(reply: FastifyReply, publicUrl: string, name: Name, value: string): void {
  const { pathname, protocol } = new URL(publicUrl);
  const parts = [
    `${names[name]}=${encodeURIComponent(value)}`,
    `Path=${pathname.replace(/\/$/, '')}${paths[name]}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(protocol === 'https:' ? ['Secure'] : []),
    ...(value ? [] : ['Max-Age=0']),
  ];
  void reply.header('set-cookie', parts.join('; '));
}

/** An address of the app, and no other: whoever signs in is led there. */
export const isAppPath = (path: string | undefined): path is string =>
  path !== undefined && /^\/app(\/[^\\]*)?$/.test(path) && path.length <= 2_000;
