import type { SignedIn } from '@bindery/contracts';
import type { TestOrganization } from '../organization/test-organization';

export interface BrowserAnswer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  text: string;
  /** The body, where it is JSON. */
  json: T;
}

/** The answer to a program that signs in. */
export type SignedInProgram = SignedIn & { token: string };

interface BrowserRequest {
  form?: Record<string, string> | URLSearchParams | string;
  /** Answers a page, as browsers get it, rather than JSON. */
  page?: boolean;
  headers?: Record<string, string>;
  method?: string;
}

/** A browser, or a program that keeps cookies: it sends back its own cookies alone. */
export class Browser {
  /** Values by name, without regard to paths. */
  readonly cookies = new Map<string, string>();

  constructor(private readonly world: TestOrganization) {}

  /** A request outside `/v1`; redirects are not followed. */
  async visit<T = Record<string, unknown>>(
    path: string,
    { form, page = false, headers = {}, method = form === undefined ? 'GET' : 'POST' }: BrowserRequest = {},
  ): Promise<BrowserAnswer<T>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.world.platform.baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: page ? 'text/html,application/xhtml+xml' : 'application/json',
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(form !== undefined && { body: typeof form === 'string' ? form : new URLSearchParams(form) }),
    });
    for (const set of response.headers.getSetCookie()) this.keep(set);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, text, json: (isJson ? JSON.parse(text) : {}) as T };
  }

  private keep(set: string): void {
    const [pair = ''] = set.split(';');
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (value === '' || /;\s*max-age=0\b/i.test(set)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

const browsers = new WeakMap<TestOrganization, Browser>();

/** Requests out of the one browser that a world's tests share unless they are about more of them. */
export function visit<T = Record<string, unknown>>(
  world: TestOrganization,
  path: string,
  sent: BrowserRequest = {},
): Promise<BrowserAnswer<T>> {
  let browser = browsers.get(world);
  if (!browser) browsers.set(world, (browser = new Browser(world)));
  return browser.visit<T>(path, sent);
}
