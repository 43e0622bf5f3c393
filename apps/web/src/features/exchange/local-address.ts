/** The path of an address of the API at the origin that serves the app. */
export function localAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
