import type { ContentRef, LinkResolver } from './model';

/**
 * Links that name an object by its id, in the form in which a document without a resolver writes them. The paths
 * `/pages/<id>[#anchor]` and `/files/<id>` are those that the content API resolves in Markdown bodies; the other
 * kinds follow the same shape.
 */
const stable =
  /^\/(?:spaces\/([\w-]+)\/)?(pages|files|users|collections|spaces|reusable-contents|openapi|tags)\/([\w-]+)(?:#(.*))?$/;

/** The field that each kind of reference needs. */
export const referenceFields: Record<ContentRef['kind'], string> = {
  url: 'url',
  file: 'file',
  page: 'page',
  anchor: 'anchor',
  user: 'user',
  collection: 'collection',
  space: 'space',
  'reusable-content': 'reusableContent',
  openapi: 'spec',
  tag: 'tag',
};

function parseStable(url: string): ContentRef | undefined {
  const match = stable.exec(url);
  if (!match) return undefined;
  const [, space, kind, id, anchor] = match as unknown as [
    string,
    string | undefined,
    string,
    string,
    string | undefined,
  ];
  const inSpace = space === undefined ? {} : { space };
  if (kind === 'pages')
    return anchor === undefined
      ? { kind: 'page', page: id, ...inSpace }
      : { kind: 'anchor', anchor, page: id, ...inSpace };
  if (anchor !== undefined) return undefined;
  if (kind === 'reusable-contents') return { kind: 'reusable-content', reusableContent: id, ...inSpace };
  if (kind === 'tags') return { kind: 'tag', tag: id, ...inSpace };
  if (space !== undefined) return undefined;
  if (kind === 'files') return { kind: 'file', file: id };
  if (kind === 'users') return { kind: 'user', user: id };
  if (kind === 'collections') return { kind: 'collection', collection: id };
  if (kind === 'openapi') return { kind: 'openapi', spec: id };
  return { kind: 'space', space: id };
}

/** The path that names the object of a reference by its id; see `parseStableLink`. */
export function stableLink(ref: ContentRef): string {
  const space = 'space' in ref && ref.kind !== 'space' && ref.space !== undefined ? `/spaces/${ref.space}` : '';
  switch (ref.kind) {
    case 'url':
      return ref.url;
    case 'file':
      return `/files/${ref.file}`;
    case 'page':
      return `${space}/pages/${ref.page}`;
    case 'anchor':
      return ref.page === undefined ? `#${ref.anchor}` : `${space}/pages/${ref.page}#${ref.anchor}`;
    case 'user':
      return `/users/${ref.user}`;
    case 'collection':
      return `/collections/${ref.collection}`;
    case 'space':
      return `/spaces/${ref.space}`;
    case 'reusable-content':
      return `${space}/reusable-contents/${ref.reusableContent}`;
    case 'openapi':
      return `/openapi/${ref.spec}`;
    case 'tag':
      return `${space}/tags/${ref.tag}`;
  }
}

/** The reference that a stable link names, or undefined when the URL is not one. */
export function parseStableLink(url: string): ContentRef | undefined {
  if (url.startsWith('#')) return { kind: 'anchor', anchor: url.slice(1) };
  return url.startsWith('/') ? parseStable(url) : undefined;
}

/** Reads every URL as itself, except `#anchor` and the stable links, which are references by id. */
export const plainLinks: LinkResolver = {
  refOf: (url) => parseStableLink(url) ?? { kind: 'url', url },
  urlOf: stableLink,
};

/** The substitute for an unknown title of an object: the last part of its address. */
export function titleOfUrl(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path.split('/').findLast((part) => part !== '') ?? url;
}
