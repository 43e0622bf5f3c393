import { anchorsOf, referencesOf, walk, type ContentRef, type Document } from '@bindery/documents';
import type { ReferenceRelation } from '@bindery/contracts';
import { specificationOf } from '../../specifications/openapi-source';
import type { PageEntry } from '../../model/pages/page-entry';
import { contentHash } from '../../storage/store/canonical-json';

/** One reference as the index holds it. */
export interface LinkReference {
  kind: ContentRef['kind'];
  /** An id or an address; null for a target in the same document. */
  target: string | null;
  anchor: string | null;
  /** The space of the target as the reference names it; null for the space of the document. */
  space: string | null;
  relation: ReferenceRelation;
  /** The key of the innermost block with the reference; null for a reference outside of the document. */
  block: string | null;
}

/** An indexed document or set of a page's own references, shared by all objects that hold the same. */
export interface LinkSource {
  hash: string;
  /** The anchors of the document that links may point to. */
  anchors: string[];
  references: LinkReference[];
}

/** The maximum of indexed references of one document; no document written by hand has more. */
const maxReferences = 10_000;
/** No address in use is longer; a longer one cannot be distinguished from others in an index. */
const longestTarget = 4_096;

/** Nodes that show the content of their target instead of a link to it. */
const dependent = new Set([
  'image',
  'inline-image',
  'file',
  'drawing',
  'reusable-content',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
]);

/** `json` is a stored document. */
export function linkSourceOf(hash: string, json: string): LinkSource {
  const document = JSON.parse(json) as Document;
  const anchors = new Set(walk(document).flatMap(anchorsOf));
  const references = referencesOf(document).map(({ ref, block, kind }) =>
    referenceTo(ref, dependent.has(kind) ? 'dependsOn' : 'reference', block ?? null),
  );
  return { hash, anchors: [...anchors], references: distinct(references) };
}

/**
 * The references of a page outside of its document: the target of a link page, covers, the source of a computed page.
 * Undefined when there are none.
 */
export function ownLinksOf(entry: PageEntry): LinkSource | undefined {
  const own = distinct(ownReferences(entry));
  return own.length > 0 ? { hash: contentHash({ references: own }), anchors: [], references: own } : undefined;
}

function ownReferences(entry: PageEntry): LinkReference[] {
  switch (entry.type) {
    case 'link':
      return [referenceTo(entry.target, 'reference', null)];
    case 'computed': {
      const spec = specificationOf(entry.computed);
      return spec === undefined ? [] : [referenceTo({ kind: 'openapi', spec }, 'dependsOn', null)];
    }
    case 'document': {
      const { ref, refDark } = entry.cover ?? {};
      return [ref, refDark].flatMap((one) => (one ? [referenceTo(one, 'dependsOn', null)] : []));
    }
    case 'group':
      return [];
  }
}

function referenceTo(ref: ContentRef, relation: ReferenceRelation, block: string | null): LinkReference {
  const space = 'space' in ref && ref.kind !== 'space' ? (ref.space ?? null) : null;
  const anchor = ref.kind === 'anchor' ? ref.anchor : null;
  return { kind: ref.kind, target: targetOf(ref), anchor, space, relation, block: block?.slice(0, 200) ?? null };
}

function targetOf(ref: ContentRef): string | null {
  switch (ref.kind) {
    case 'url':
      return ref.url;
    case 'file':
      return ref.file;
    case 'page':
      return ref.page;
    case 'anchor':
      return ref.page ?? null;
    case 'user':
      return ref.user;
    case 'collection':
      return ref.collection;
    case 'space':
      return ref.space;
    case 'reusable-content':
      return ref.reusableContent;
    case 'openapi':
      return ref.spec;
    case 'tag':
      return ref.tag;
  }
}

/** The first of each reference that is made more than once. */
function distinct(references: readonly LinkReference[]): LinkReference[] {
  const first = new Map<string, LinkReference>();
  for (const reference of references) {
    const { kind, target, anchor, space, relation } = reference;
    if ([target, anchor, space].some((text) => text !== null && text.length > longestTarget)) continue;
    const key = JSON.stringify([kind, target, anchor, space, relation]);
    if (!first.has(key)) first.set(key, reference);
  }
  return [...first.values()].slice(0, maxReferences);
}
