import type { Readable } from 'node:stream';
import { callHeader } from './dispatcher';
import type { ScriptMessage } from './script-runtime';

/** The dispatcher's result of a request: the status and the bytes of the answer (not counted further once they are too many), or the reason for none. */
export interface DispatchResult {
  status?: number;
  size?: number;
  failure?: string;
}

/** Several requests in one body: a line of JSON, with the headers and the length of each, and their bodies. */
export function bodyOf(messages: ScriptMessage[], calls: string[]): Buffer {
  const heads = messages.map(({ headers, body }, index) => ({
    headers: { ...headers, [callHeader]: calls[index]! },
    length: body.length,
  }));
  return Buffer.concat([Buffer.from(`${JSON.stringify(heads)}\n`), ...messages.map(({ body }) => body)]);
}

/** The lines of a text, each as soon as it has arrived. */
export async function* linesOf(text: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const part of text.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + part).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
