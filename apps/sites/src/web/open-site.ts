import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  sitePages,
  siteSpaceCalls,
  type DocumentPage,
  type OpenSite as Question,
  type OpenedSite,
  type Principal,
  type SiteAnswer,
  type SitePageContent,
  type SpaceState,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { visitorOf } from '../audience/site-reader';
import { customizationOf } from '../customization/customization';
import { FindPublished, pathOf, type Published } from '../published/find-published';
import { SiteAddresses } from '../sites/site-addresses';
import { answers } from './answers';
import { claimsIn } from './claims-in-address';
import { loadLanguages } from './document/highlight';
import { script, scriptName } from './look/script';
import { styleName, styleSheet } from './look/style';
import { MentionedPeople } from './mentioned-people';
import { articlePage } from './page/article';
import { notFoundPage } from './page/not-found';
import { searchPage } from './page/search-page';
import { SiteLinks } from './site-links';
import { SiteRedirects } from './site-redirects';
import { tagOf } from './site-tag';
import type { SiteView } from './site-view';
import { llmsText } from './texts/llms';
import { pageMarkdown } from './texts/page-markdown';
import { robots, sitemap } from './texts/sitemap';
import { linkedByLook, visibleLook } from './visible-look';

const resultsPerPage = 10;

/** One visit: what was found, who reads it, and with what. */
interface Visit extends Published {
  view: SiteView;
  reader: Principal;
  url: URL;
}

/** An answer; a provisional one is good for this visit alone. */
type MadeAnswer = SiteAnswer & Pick<SitePageContent, 'provisional'>;

/** Answers what browsers ask of sites. */
@Injectable()
export class OpenSite {
  private readonly addresses: SiteAddresses;

  constructor(
    private readonly find: FindPublished,
    private readonly redirects: SiteRedirects,
    private readonly people: MentionedPeople,
    private readonly rpc: RpcClient,
    @Inject(CONFIG) { PUBLIC_URL }: ServiceConfig,
  ) {
    this.addresses = new SiteAddresses(PUBLIC_URL);
  }

  /** Throws 404 when there is no site for the visitor, 403 when the visitor has to bring a token. */
  async run({ url: asked, forwardedHost, redirect, known }: Question): Promise<OpenedSite> {
    const url = new URL(asked);
    const found = await this.find.run(asked, { unsignedClaims: claimsIn(url) }, redirect);
    if ('to' in found) return { tag: '', base: '/', answer: answers.redirect(found.to) };
    const reader = visitorOf(found.site, found.structure, found.admitted.claims);
    const ids = [...new Set(found.structure.siteSpaces().map(({ spaceId }) => spaceId))];
    const { spaces } = await this.rpc.call(sitePages.getSpaceStates, { principal: reader, body: { spaces: ids } });
    const base = this.baseOf(found, forwardedHost);
    const tag = tagOf(found, spaces, [
      base,
      ...found.below,
      url.searchParams.get('q') ?? '',
      url.searchParams.get('page') ?? '',
    ]);
    if (known.includes(tag)) return { tag, base };
    const visit: Visit = { ...found, view: this.viewOf(found, spaces, base), reader, url };
    const { provisional, ...answer } = await this.answer(visit);
    return { tag: provisional ? '' : tag, base, answer };
  }

  /** The path of the site on the host that the browser talks to. */
  private baseOf({ site, siteBase }: Published, forwardedHost: string | undefined): string {
    const [host, ...path] = site.proxy?.split('/') ?? [];
    return host && host === forwardedHost?.toLowerCase() ? pathOf(path) : pathOf(siteBase);
  }

  private viewOf({ site, structure, location, admitted }: Published, spaces: SpaceState[], base: string): SiteView {
    const { siteSpace } = location;
    return {
      site,
      structure,
      siteSpace,
      spaces: new Map(spaces.map((space) => [space.id, space])),
      look: visibleLook(customizationOf(site.customization, siteSpace.customization), site, admitted.claims),
      base,
      canonical: this.addresses.published(site),
    };
  }

  private async answer(visit: Visit): Promise<MadeAnswer> {
    const { view, below } = visit;
    const [name = '', ...more] = below;
    if (more.length === 0)
      switch (name) {
        case 'robots.txt':
          return answers.text(robots(view));
        case 'sitemap.xml':
          return answers.xml(sitemap(view, await this.outlines(visit)));
        case 'llms.txt':
          return answers.text(llmsText(view, await this.outlines(visit)));
        case '~search':
          return this.search(visit);
      }
    const last = below.at(-1) ?? '';
    if (/^~style\.\w+\.css$/.test(last))
      return answers.asset(styleSheet(view.look), 'text/css', last === styleName(view.look));
    if (/^~script\.\w+\.js$/.test(last)) return answers.asset(script, 'text/javascript', last === scriptName);
    return this.page(visit);
  }

  private async page(visit: Visit): Promise<MadeAnswer> {
    const { view, below, location } = visit;
    const segments = below.slice(location.length);
    const asMarkdown = segments.at(-1)?.endsWith('.md') ?? false;
    const path = asMarkdown ? segments.join('/').slice(0, -'.md'.length) : segments.join('/');
    const content = await this.content(visit, path);
    const { page, provisional } = content;
    if (!page) return this.missing(visit, content);
    if (asMarkdown) {
      const written = { ...page, ...(content.inWords && { document: content.inWords }) };
      const text = pageMarkdown(written, new SiteLinks(view, content, view.canonical));
      return { ...answers.markdown(text), provisional };
    }
    const documents = [page.document ?? { nodes: [] }, ...content.reusableContents.map(({ document }) => document)];
    const [people] = await Promise.all([this.people.mentionedIn(documents), loadLanguages(documents)]);
    const links = new SiteLinks(view, content, view.base, people);
    const text = articlePage(view, content as SitePageContent & { page: DocumentPage }, links);
    return { ...answers.page(text), provisional };
  }

  private async missing(visit: Visit, content: SitePageContent): Promise<SiteAnswer> {
    const target = await this.redirects.targetOf(
      visit.site,
      visit.structure,
      visit.below,
      visit.reader,
      visit.view.base,
    );
    if (target) return answers.redirect(target);
    return answers.page(notFoundPage(visit.view, content, new SiteLinks(visit.view, content)), 404);
  }

  /** Provisional: the index follows the revisions that the tag stands for, and nothing tells when it has. */
  private async search(visit: Visit): Promise<MadeAnswer> {
    const { view, reader, url, site } = visit;
    const query = (url.searchParams.get('q') ?? '').trim().slice(0, 512);
    const page = url.searchParams.get('page') ?? undefined;
    const spaces = [...view.spaces.keys()];
    const body = { organization: site.organizationId, spaces, query, ...(page && { page }), limit: resultsPerPage };
    const found = query
      ? await this.rpc.call(siteSpaceCalls.searchSpaces, { principal: reader, body })
      : { items: [], next: undefined };
    const links = new SiteLinks(view, await this.content(visit, ''));
    const next = found.next?.page;
    const text = searchPage(view, { query, items: found.items, ...(next && { next }) }, links);
    return { ...answers.page(text), provisional: true };
  }

  private async content({ view, reader, location }: Visit, path: string): Promise<SitePageContent> {
    const body = {
      space: location.siteSpace.spaceId,
      path,
      spaces: [...view.spaces.keys()],
      linked: linkedByLook(view.look),
    };
    return this.rpc.call(sitePages.readSitePage, { principal: reader, body });
  }

  private async outlines({ view, reader }: Visit) {
    const body = { spaces: [...view.spaces.keys()] };
    return (await this.rpc.call(sitePages.getSpaceOutlines, { principal: reader, body })).spaces;
  }
}
