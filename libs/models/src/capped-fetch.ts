import { ModelError } from './model-errors';

/** The most bytes of one answer: many times the longest one that is requested. */
const mostBytes = 32 * 1024 * 1024;
const newline = 10;

/**
 * `fetch` for servers that models run on. Redirects are not followed, as content and keys are for these servers alone, and
 * an endless answer fails with `ModelError` once it, or a line of it, is longer than any that was requested.
 */
export const cappedFetch =
  (longestLine = mostBytes): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (!response.body) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(capped(longestLine)), { status, statusText, headers });
  };

function capped(longestLine: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  let line = 0;
  return new TransformStream({
    transform(part, controller) {
      size += part.byteLength;
      const end = part.lastIndexOf(newline);
      line = end === -1 ? line + part.byteLength : part.byteLength - end - 1;
      if (size > mostBytes || line > longestLine)
        controller.error(new ModelError("The server's answer is too long", false));
      else controller.enqueue(part);
    },
  });
}
