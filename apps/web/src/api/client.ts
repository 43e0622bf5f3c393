import operations from 'virtual:operations';
import type { AnswerOf, BodyOf, OperationName, ParamsOf, QueryOf } from './contracts';
import { holdsInput } from './held-input';
import { RequestError } from './request-error';

export { RequestError };

/** The path below which everything is served: empty, or a prefix such as `/docs`. */
export const base = document.documentElement.dataset.base ?? '';

export interface RequestOf<N extends OperationName> {
  params?: ParamsOf<N>;
  query?: QueryOf<N>;
  body?: BodyOf<N>;
  /** The version that is to be changed, from the `ETag` of what was read. */
  ifMatch?: string;
  /** A request that is repeated under its key is answered as it was the first time. By default the key is new. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Is told the part of the body that is sent, from 0 to 1. */
  onProgress?(part: number): void;
}

/** Calls an operation of `/v1`. Throws `RequestError`; 401 leads to the page for signing in, unless a form holds input. */
export async function call<N extends OperationName>(name: N, request: RequestOf<N> = {}): Promise<AnswerOf<N>> {
  return (await callWithTag(name, request)).answer;
}

/** Like `call`, with the `ETag` of the answer. */
export async function callWithTag<N extends OperationName>(
  name: N,
  { params, query, body, ifMatch, idempotencyKey, signal, onProgress }: RequestOf<N> = {},
): Promise<{ answer: AnswerOf<N>; tag: string | null }> {
  const [method = '', path = ''] = operations[name]!.split(' ');
  const ask = onProgress ? sendWithProgress(onProgress) : send;
  const response = await ask(`${base}/v1${fillIn(path, params ?? {})}${queryOf(query ?? {})}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch && { 'if-match': ifMatch }),
      // A request that is sent again after a lost answer is done once.
      ...(method === 'POST' && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw await errorOf(response);
  const answer = response.status === 204 ? undefined : await response.json();
  return { answer: answer as AnswerOf<N>, tag: response.headers.get('etag') };
}

interface HttpRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

const unreached = () => new RequestError(0, 'Bindery cannot be reached. Check your connection and try again.');

async function send(url: string, init: HttpRequest): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreached();
  }
}

/** `fetch` does not tell what is sent, so large bodies go another way. */
const sendWithProgress =
  (onProgress: (part: number) => void) =>
  (url: string, { method, headers, body }: HttpRequest): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
      request.onload = () =>
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: { etag: request.getResponseHeader('etag') ?? '' },
          }),
        );
      request.onerror = () => reject(unreached());
      request.send(body);
    });

/** The tab is on its way to the page for signing in, or the user chose to stay: each further attempt would ask the user again. */
let isLeaving = false;

async function errorOf(response: Response): Promise<RequestError> {
  if (response.status === 401) {
    if (isLeaving || holdsInput())
      return new RequestError(401, 'Your session has ended. Sign in in another tab, and try again here.');
    isLeaving = true;
    location.assign(`${base}/sign-in?next=${encodeURIComponent(location.pathname.slice(base.length))}`);
  }
  const { error } = (await response.json().catch(() => ({}))) as {
    error?: { message?: string; details?: { field: string; message: string }[] };
  };
  return new RequestError(response.status, error?.message ?? `The request failed (${response.status})`, error?.details);
}

function fillIn(path: string, params: object): string {
  const values = params as Record<string, string>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name]!));
}

function queryOf(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
