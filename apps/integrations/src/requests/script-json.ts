import { ApiError } from '@bindery/contracts';
import type { ScriptAnswer } from '../runtime/script-runtime';

/**
 * The object in a script's answer. A 400 or 404 of the script is thrown with its status; throws 502 for
 * every other failure and for a body that is no object.
 */
export function readScriptJson<T extends object>({ status, body }: ScriptAnswer): T {
  if (status === 400 || status === 404) throw new ApiError(status, 'The integration refused the request');
  if (status < 200 || status > 299) throw new ApiError(502, `The integration answered ${status}`);
  const value = parsed(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError(502, 'The integration returned no object');
  return value as T;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
