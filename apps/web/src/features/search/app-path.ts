import { base } from '../../api/client';

/** The path in the app of an address of the API. */
export function appPath(url: string): string {
  return decodeURI(new URL(url).pathname).slice(`${base}/app`.length);
}
