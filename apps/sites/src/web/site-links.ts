import {
  siteNames,
  type ApiOperation,
  type ApiSchema,
  type PageOutline,
  type SitePageContent,
} from '@bindery/contracts';
import type { ContentRef, Document } from '@bindery/documents';
import type { Html } from '@bindery/html';
import { signOf } from './document/icons';
import { fileBelowSite } from './file-below-site';
import { safeUrl, type LinkedFile, type References } from './document/references';
import { diagramScriptName } from './look/diagram-script';
import { firstPage, walkOutline } from './outline';
import { pagePath, searchAddress, stateOf, type SiteView } from './site-view';

type Content = Pick<SitePageContent, 'outline' | 'files' | 'reusableContents' | 'linked' | 'apis'>;

interface Target {
  href: string;
  title: string;
}

/** The addresses of references' targets on the site. */
export class SiteLinks implements References {
  private readonly pages: Map<string, PageOutline>;
  private readonly files: Map<string, LinkedFile>;
  private readonly included: Map<string, Document>;
  private readonly first: string | undefined;

  /** `root` is the base of links: the path of the site on its host, or its complete address; `users` are names by id. */
  constructor(
    private readonly view: SiteView,
    private readonly content: Content,
    private readonly root = view.base,
    private readonly users: ReadonlyMap<string, string> = new Map(),
  ) {
    this.pages = new Map([...walkOutline(content.outline)].map((page) => [page.id, page]));
    this.files = new Map(
      content.files.map(({ id, downloadURL, ...file }) => [id, { ...file, url: this.fileUrl(downloadURL) }]),
    );
    this.included = new Map(content.reusableContents.map(({ id, document }) => [id, document]));
    this.first = firstPage(content.outline)?.path;
  }

  get opensBeside(): boolean {
    return this.view.look.externalLinks.target === 'blank';
  }

  get search(): string {
    return searchAddress(this.view);
  }

  get diagrams() {
    return { script: this.view.base + diagramScriptName, frame: `${this.view.base}${siteNames.assets}/diagrams.html` };
  }

  href(ref: ContentRef): string | undefined {
    if (ref.kind === 'url') return safeUrl(ref.url);
    if (ref.kind === 'file') return this.file(ref.file)?.url;
    if (ref.kind === 'anchor' && ref.page === undefined) return `#${encodeURIComponent(ref.anchor)}`;
    const target = this.target(ref);
    return target && ref.kind === 'anchor' ? `${target.href}#${encodeURIComponent(ref.anchor)}` : target?.href;
  }

  title(ref: ContentRef): string | undefined {
    if (ref.kind === 'file') return this.file(ref.file)?.name;
    if (ref.kind === 'openapi') return ref.spec;
    if (ref.kind === 'tag') return ref.tag;
    if (ref.kind === 'user') return this.users.get(ref.user);
    return this.target(ref)?.title;
  }

  icon(ref: ContentRef): Html | undefined {
    if ((ref.kind !== 'page' && ref.kind !== 'anchor') || ref.page === undefined) return undefined;
    const page = this.pages.get(ref.page);
    return page && signOf(page);
  }

  file(id: string): LinkedFile | undefined {
    return this.files.get(id);
  }

  reusableContent(id: string): Document | undefined {
    return this.included.get(id);
  }

  operation(spec: string, wanted: Pick<ApiOperation, 'kind' | 'name' | 'method'>): ApiOperation | undefined {
    return this.api(spec)?.operations.find(
      ({ kind, name, method }) => kind === wanted.kind && name === wanted.name && method === wanted.method,
    );
  }

  schema(spec: string, name: string): ApiSchema | undefined {
    return this.api(spec)?.schemas.find((schema) => schema.name === name);
  }

  private api(wanted: string) {
    return this.content.apis.find(({ spec }) => spec === wanted);
  }

  /** The address of a page of the current space. */
  pageHref(path: string): string {
    return this.root + pagePath(this.view, this.view.siteSpace, path, this.first);
  }

  private target(ref: ContentRef): Target | undefined {
    if (ref.kind === 'space') return this.space(ref.space);
    if ((ref.kind !== 'page' && ref.kind !== 'anchor') || ref.page === undefined) return undefined;
    const { siteSpace } = this.view;
    if (ref.space === undefined || ref.space === siteSpace.spaceId) {
      const page = this.pages.get(ref.page);
      return page?.path === undefined ? undefined : { href: this.pageHref(page.path), title: page.title };
    }
    const linked = this.content.linked.find(({ space, page }) => space === ref.space && page === ref.page);
    const place = linked && this.siteSpaceOf(linked.space);
    return place && { href: this.root + pagePath(this.view, place, linked.path), title: linked.title };
  }

  private space(id: string): Target | undefined {
    const siteSpace = this.siteSpaceOf(id);
    const title = siteSpace && stateOf(this.view, siteSpace)?.title;
    return title === undefined ? undefined : { href: this.root + pagePath(this.view, siteSpace!, '', ''), title };
  }

  private siteSpaceOf(space: string) {
    return this.view.structure.siteSpaces().find(({ spaceId }) => spaceId === space);
  }

  /** Files are served below the site, by the signature of their address. */
  private fileUrl(downloadUrl: string): string {
    return this.root + fileBelowSite(downloadUrl);
  }
}
