import type { FastifyRequest } from 'fastify';
import { siteNames, siteTexts } from '@bindery/contracts';

/** The credentials of a visit: stored by the browser for the site, and sent along with the address. */
const credentials = ['jwt_token', 'preview'] as const;
const claimPrefix = 'visitor.';
/** The query parameter that every address of a site uses. */
const sharing = 'shareKey';
/** The query parameters that a site uses at the addresses with these last segments. */
const meaningful = new Map<string, string[]>([
  [siteNames.search, ['q', 'page']],
  [siteNames.found, ['q']],
  [siteNames.ask, ['q']],
  [siteNames.answer, ['q']],
  [siteTexts.allPages, ['page']],
]);
/** The maximum length of an address that is requested with parameters that a site does not use. */
const longestWhole = 8_192;
const longest = { jwt_token: 4_096, preview: 4_096, claims: 2_048 };

/** The names of the cookies. */
const cookies = { jwt_token: 'bindery-visitor', preview: 'bindery-preview', claims: 'bindery-claims' } as const;
type CookieName = keyof typeof cookies;

export interface VisitAddress {
  /** The address with all parameters of the visit, and without those that a site does not use. */
  url: string;
  /** The same without credentials: the address that different visitors share. */
  page: string;
  /** The first with the other parameters that the browser sent, which do not change a page. */
  whole: string;
  /** The credentials in the address, which the browser is to store instead. */
  fresh: Partial<Record<CookieName, string>>;
  /** The address that the browser is redirected to then: the same without them, relative, as a proxy may have other paths. */
  clean: string;
}

export function visitAddress(address: string, request: Pick<FastifyRequest, 'headers'>): VisitAddress {
  const asked = new URL(address);
  const url = new URL(asked.origin + asked.pathname);
  const lastSegment = asked.pathname.slice(asked.pathname.lastIndexOf('/') + 1);
  const used = [sharing, ...(meaningful.get(nameIn(asked.pathname)) ?? [])];
  const clean = new URLSearchParams();
  const claims = new URLSearchParams(keptBy(request, 'claims'));
  const fresh: VisitAddress['fresh'] = {};
  for (const [name, value] of asked.searchParams) {
    const credential = credentials.find((known) => known === name);
    if (credential) fresh[credential] = value.slice(0, longest[credential] + 1);
    else if (name.startsWith(claimPrefix)) {
      claims.set(name, value);
      fresh.claims = '';
    } else clean.append(name, value);
    if (used.includes(name)) url.searchParams.set(name, value);
  }
  if (fresh.claims !== undefined) fresh.claims = claims.toString().slice(0, longest.claims);
  url.searchParams.sort();
  const page = url.href;
  for (const name of credentials) {
    const value = fresh[name] ?? keptBy(request, name);
    if (value) url.searchParams.set(name, value);
  }
  for (const [name, value] of new URLSearchParams(fresh.claims ?? claims.toString()))
    if (name.startsWith(claimPrefix)) url.searchParams.set(name, value);
  const whole = new URL(url);
  for (const [name, value] of clean) if (!used.includes(name)) whole.searchParams.append(name, value);
  const here = `./${lastSegment}`;
  return {
    url: url.href,
    page,
    whole: whole.href.length <= longestWhole ? whole.href : url.href,
    fresh,
    clean: clean.size > 0 ? `${here}?${clean.toString()}` : here,
  };
}

/** Cookies for the credentials in an address, for the pages of one site and no script. */
export function keepVisit({ fresh }: VisitAddress, base: string, isSecure: boolean): string[] {
  return Object.entries(fresh).map(
    ([name, value]) =>
      `${cookies[name as CookieName]}=${encodeURIComponent(value)}; Path=${base}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  );
}

/** Headers that delete the cookies of a visitor who signs out. */
export const endVisit = (base: string, isSecure: boolean): string[] =>
  [cookies.jwt_token, cookies.claims].map(
    (name) => `${name}=; Path=${base}; Max-Age=0; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  );

function keptBy({ headers }: Pick<FastifyRequest, 'headers'>, what: CookieName): string {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=');
    if (name !== cookies[what]) continue;
    try {
      return decodeURIComponent(value).slice(0, longest[what]);
    } catch {
      return '';
    }
  }
  return '';
}

/** The last segment of a path, as a site reads it: without empty ones, and decoded. */
function nameIn(pathname: string): string {
  const segment = pathname.split('/').findLast(Boolean) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
