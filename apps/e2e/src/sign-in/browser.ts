import type { World } from '../support/world';

export interface Answered<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  text: string;
  /** The body, where it is JSON. */
  json: T;
}

interface Sent {
  form?: Record<string, string> | URLSearchParams | string;
  /** Answers a page, as browsers get it, rather than JSON. */
  page?: boolean;
  headers?: Record<string, string>;
  method?: string;
}

/** Requests as a browser or a program makes them outside `/v1`; redirects are not followed. */
export async function visit<T = Record<string, unknown>>(
  { platform }: World,
  path: string,
  { form, page = false, headers = {}, method = form === undefined ? 'GET' : 'POST' }: Sent = {},
): Promise<Answered<T>> {
  const response = await fetch(`${platform.baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { accept: page ? 'text/html,application/xhtml+xml' : 'application/json', ...headers },
    ...(form !== undefined && { body: typeof form === 'string' ? form : new URLSearchParams(form) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, json: (isJson ? JSON.parse(text) : {}) as T };
}
