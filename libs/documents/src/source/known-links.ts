import { plainLinks, stableLink } from '../model/links';
import type { ContentRef, Document, LinkResolver } from '../model/model';
import { parsePage } from '../page';
import type { WrittenDocument } from './written-document';

/**
 * The targets of the addresses in a file, from the document that was made of it: both are the same but for their
 * references, which are addresses in one and ids in the other.
 */
export class KnownLinks {
  private readonly refs = new Map<string, ContentRef>();
  private readonly urls = new Map<string, string>();

  /** Takes what `read` (without a resolver) and `document` have at the same places. */
  learn(read: Document, document: Document): void {
    this.compare(read.nodes, document.nodes);
  }

  refOf(url: string): ContentRef | undefined {
    return this.refs.get(url);
  }

  /** As the file has it. */
  urlOf(ref: ContentRef): string | undefined {
    return this.urls.get(nameOf(ref));
  }

  /** Writes a reference as the file does already, else by id. */
  readonly resolver: LinkResolver = {
    refOf: (url) => this.refs.get(url) ?? { kind: 'url', url },
    urlOf: (ref) => this.urlOf(ref) ?? stableLink(ref),
  };

  /** Replaces addresses that are known in what was read without a resolver, in place. */
  resolve(nodes: unknown): void {
    if (this.refs.size > 0) this.replaceIn(nodes);
  }

  private compare(read: unknown, stored: unknown): void {
    if (!isObject(read) || !isObject(stored)) return;
    if (isUrl(read)) return isRef(stored) ? this.add(read.url, stored) : undefined;
    if (Array.isArray(read) && Array.isArray(stored) && read.length !== stored.length) return;
    for (const [name, value] of Object.entries(read)) {
      const other = (stored as Record<string, unknown>)[name];
      // Cells of files hold ids; an address stands there by itself.
      if (typeof value === 'string' && Array.isArray(read) && typeof other === 'string' && value !== other)
        this.add(value, { kind: 'file', file: other });
      else this.compare(value, other);
    }
  }

  private add(url: string, ref: ContentRef): void {
    if (this.refs.has(url)) return;
    this.refs.set(url, ref);
    if (!this.urls.has(nameOf(ref))) this.urls.set(nameOf(ref), url);
  }

  private replaceIn(value: unknown): void {
    if (!isObject(value)) return;
    for (const [name, item] of Object.entries(value)) {
      const url = typeof item === 'string' && Array.isArray(value) ? item : isUrl(item) ? item.url : undefined;
      const ref = url === undefined ? undefined : this.refs.get(url);
      if (!ref) this.replaceIn(item);
      else if (typeof item !== 'string') (value as Record<string, unknown>)[name] = ref;
      else if (ref.kind === 'file') (value as Record<string, unknown>)[name] = ref.file;
    }
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isUrl = (value: unknown): value is { kind: 'url'; url: string } =>
  isObject(value) && 'kind' in value && value.kind === 'url' && 'url' in value && typeof value.url === 'string';
const isRef = (value: object): value is ContentRef => 'kind' in value && typeof value.kind === 'string';

/** A name of a reference that does not hang on the order of its fields. */
function nameOf(ref: ContentRef): string {
  return JSON.stringify(Object.entries(ref).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The targets of the addresses in a file, and the address of each target. */
export type Addresses = Pick<KnownLinks, 'refOf' | 'urlOf'>;

/** Where the addresses in a file lead, as the document that was made of it says. */
export function addressesIn({ source, document }: WrittenDocument): Addresses {
  const links = new KnownLinks();
  links.learn(parsePage(source.replace(/^\uFEFF/, ''), { links: plainLinks }).document, document);
  return links;
}
