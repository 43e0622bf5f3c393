/** The parts of an address of the app. */
type AppUrl =
  | { organization: string; collection: string }
  | { organization: string; space: string; revision?: string; changeRequest?: string; path: string };

const address =
  /^\/app\/o\/([\w-]+)\/(?:c\/([\w-]+)|s\/([\w-]+)(?:\/~\/revisions\/([\w-]+)|\/~\/change-requests\/([\w-]+))?((?:\/[^~][^/]*)*))\/?$/;

/** Parses an address as presenters write it (`urls.app`); undefined for any other. `url` is a valid address. */
export function parseAppUrl(url: string, publicUrl: string): AppUrl | undefined {
  const { origin, pathname } = new URL(url);
  const ours = new URL(publicUrl);
  const base = ours.pathname.replace(/\/$/, '');
  if (origin !== ours.origin || !pathname.startsWith(`${base}/`)) return undefined;
  const match = address.exec(pathname.slice(base.length));
  if (!match) return undefined;
  const [, organization = '', collection, space = '', revision, changeRequest, path = ''] = match;
  if (collection !== undefined) return { organization, collection };
  const slugs = decode(path.slice(1));
  if (slugs === undefined) return undefined;
  return { organization, space, ...(revision && { revision }), ...(changeRequest && { changeRequest }), path: slugs };
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
