import { base } from '../../api/client';

/** The path in the app of an address of the API, encoded as it is there: a slug may have a percent sign of its own. */
export function appPath(url: string): string {
  return new URL(url).pathname.slice(`${base}/app`.length);
}
