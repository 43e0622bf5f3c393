import type { Visit } from '../visits';

/** The address of the site as the visitor requested it; ends with a slash. */
export function rootOf({ url, view, site }: Pick<Visit, 'url' | 'view' | 'site'>): string {
  const proxied = site.proxy && `https://${site.proxy}/`;
  return proxied && new URL(proxied).pathname === view.base ? proxied : url.origin + view.base;
}
