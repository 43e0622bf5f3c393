import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  sitePages,
  type Principal,
  type SitePageContent,
  type SpaceOutline,
  type SpaceState,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { visitorOf } from '../audience/site-reader';
import { customizationOf } from '../model/customization';
import { FindPublished, pathOf, type PublishedSite, type SentFrom } from '../published/find-published';
import { SiteAddresses } from '../model/site-addresses';
import type { SiteSpaceRow } from '../model/structure';
import { variantsOf } from './alternates';
import { claimsIn } from './claims-in-address';
import { hasPage } from './outline';
import type { SiteView } from './site-view';
import { linkedByLook, visibleLook } from './visible-look';

/** A visit: the site found, its reader, and the credentials. */
export interface Visit extends PublishedSite {
  view: SiteView;
  reader: Principal;
  url: URL;
}

/** The content that was found for the path of a page, and whether its Markdown was asked for. */
interface FoundPage {
  content: SitePageContent;
  path: string;
  asMarkdown: boolean;
}

/** Opens sites for their visitors, and requests content as them. */
@Injectable()
export class Visits {
  private readonly addresses: SiteAddresses;

  constructor(
    private readonly find: FindPublished,
    private readonly rpc: RpcClient,
    @Inject(CONFIG) { PUBLIC_URL }: ServiceConfig,
  ) {
    this.addresses = new SiteAddresses(PUBLIC_URL);
  }

  /** Throws 404 when there is no site for the visitor, 403 when the visitor needs a token. */
  async open(asked: string, forwardedHost: string | undefined, redirect: boolean): Promise<Visit | SentFrom> {
    const url = new URL(asked);
    const found = await this.find.run(asked, { unsignedClaims: claimsIn(url) }, redirect);
    if ('to' in found) return found;
    const reader = visitorOf(found.site, found.structure, found.admitted.claims);
    const ids = [...new Set(found.structure.siteSpaces().map(({ spaceId }) => spaceId))];
    const { spaces } = await this.rpc.call(sitePages.getSpaceStates, { principal: reader, body: { spaces: ids } });
    const base = this.baseOf(found, forwardedHost);
    return { ...found, view: this.viewOf(found, spaces, base), reader, url };
  }

  /** The path of the site on the host of the request. */
  baseOf({ site, siteBase }: Pick<PublishedSite, 'site' | 'siteBase'>, forwardedHost: string | undefined): string {
    const [host, ...path] = site.proxy?.split('/') ?? [];
    return host && host === forwardedHost?.toLowerCase() ? pathOf(path) : pathOf(siteBase);
  }

  /** The content of a page of a site-space; without a page where there is none for the visitor. */
  content({ view, reader }: Visit, siteSpace: SiteSpaceRow, path: string, inWords = false): Promise<SitePageContent> {
    const body = {
      space: siteSpace.spaceId,
      path,
      spaces: [...view.spaces.keys()],
      linked: linkedByLook(view.look),
      ...variantsOf({ ...view, siteSpace }),
      ...(inWords && { inWords }),
      ...(view.look.git.showEditLink && { withEditUrl: true }),
    };
    return this.rpc.call(sitePages.readSitePage, { principal: reader, body });
  }

  /** The page at a path that ends in `.md` where its Markdown is asked for, or where its slug does: a page comes first. */
  async page(visit: Visit, siteSpace: SiteSpaceRow, path: string, inWords = false): Promise<FoundPage> {
    const read = (at: string, words: boolean) => this.content(visit, siteSpace, at, words);
    if (!path.endsWith('.md')) return { content: await read(path, inWords), path, asMarkdown: false };
    const named = path.slice(0, -'.md'.length);
    const content = await read(named, true);
    const markdown = { content, path: named, asMarkdown: true };
    // The outline answers without another call, as most addresses that end in `.md` are of Markdown.
    if (content.page && !hasPage(content.outline, path)) return markdown;
    const whole = await read(path, inWords);
    return whole.page ? { content: whole, path, asMarkdown: false } : markdown;
  }

  async outlines({ view, reader }: Visit): Promise<SpaceOutline[]> {
    const body = { spaces: [...view.spaces.keys()] };
    return (await this.rpc.call(sitePages.getSpaceOutlines, { principal: reader, body })).spaces;
  }

  private viewOf({ site, structure, location, admitted }: PublishedSite, spaces: SpaceState[], base: string): SiteView {
    const { siteSpace } = location;
    return {
      site,
      structure,
      siteSpace,
      spaces: new Map(spaces.map((space) => [space.id, space])),
      look: visibleLook(customizationOf(site.customization, siteSpace.customization), site, admitted.claims),
      base,
      signedIn: admitted.signedIn === true,
      canonical: this.addresses.published(site),
    };
  }
}
