import { below } from '../deviations';
import { isObject, type JsonObject } from '../json';
import { convertResponse } from './convert-swagger';
import type { MendContext, VisitedValue } from './mending';

/** Keys of responses are status codes, ranges of them, or `default`. */
export function mendResponses(operation: JsonObject, at: VisitedValue, mending: MendContext): void {
  const { responses } = operation;
  if (responses === undefined) {
    if (mending.version === '3.0' || mending.version === '2.0') mending.report('MISSING', 'responses is missing', at);
    return;
  }
  if (!isObject(responses) || typeof responses.$ref === 'string') return;
  const spot = below(at, 'responses');
  const right: JsonObject = {};
  for (const [status, response] of Object.entries(responses)) {
    const name = statusOf(status);
    if (name !== status)
      mending.report(
        'STATUS',
        name === undefined ? `${status} is not a status code` : `The status ${status} is read as ${name}`,
        spot,
      );
    right[name === undefined || Object.hasOwn(right, name) ? status : name] = response;
  }
  operation.responses = right;
}

/** Moves the schema of a Swagger 2.0 response into its content. */
export function mendResponse(response: JsonObject, at: VisitedValue, mending: MendContext): void {
  if (response.schema === undefined && (response.examples === undefined || mending.version !== '2.0')) return;
  if (mending.version !== '2.0')
    mending.report('SWAGGER_FIELD', 'schema of a response must be in content; it is read as if it were', at);
  convertResponse(response, [], mending);
}

function statusOf(text: string): string | undefined {
  if (/^(?:[1-5](?:\d\d|XX)|default|x-.*)$/.test(text)) return text;
  const range = /^([1-5])xx$/i.exec(text.trim());
  if (range) return `${range[1]}XX`;
  if (/^default$/i.test(text.trim())) return 'default';
  return /^([1-5]\d\d)\b/.exec(text.trim())?.[1];
}
