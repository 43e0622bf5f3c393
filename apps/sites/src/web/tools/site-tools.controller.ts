import { Controller } from '@nestjs/common';
import { forbidden, siteTools as contract, type RequestOf, type SiteSearchAnswer } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { AskSite } from '../ask/ask-site';
import { FindOnSite } from '../search/find-on-site';
import { encoded } from '../search/results';
import { pagePath, stateOf, titleOf } from '../site-view';
import { navigationOf } from '../texts/llms-full';
import { Visits, type Visit } from '../visits';
import { ReadPageText } from './read-page-text';
import { rootOf } from './tool-root';

const listedPerPage = 200;

/** The operations of published sites for programs: the same visits as those of browsers, answered as data. */
@Controller()
export class SiteToolsController {
  constructor(
    private readonly visits: Visits,
    private readonly finder: FindOnSite,
    private readonly pages: ReadPageText,
    private readonly questions: AskSite,
  ) {}

  @Handles(contract.describeSite)
  async describe({ body }: RequestOf<typeof contract.describeSite>) {
    const visit = await this.open(body);
    return { title: titleOf(visit.view), url: rootOf(visit) };
  }

  @Handles(contract.searchSitePages)
  async search({ body }: RequestOf<typeof contract.searchSitePages>): Promise<SiteSearchAnswer> {
    const visit = await this.open(body);
    const { view } = visit;
    const { items, next } = await this.finder.everywhere(visit, body.query.trim(), body.page);
    const pages = items.flatMap((space) => {
      const siteSpace = view.structure.siteSpaces().find(({ spaceId }) => spaceId === space.id);
      if (!siteSpace) return [];
      const root = rootOf(visit) + pagePath(view, siteSpace, '', '');
      return space.pages.map(({ title, path, sections = [] }) => ({
        title,
        space: space.title,
        url: root + encoded(path),
        passages: sections.map((section) => ({
          ...(section.title && { heading: section.title }),
          text: section.body,
          url: root + encoded(section.path),
        })),
      }));
    });
    return { pages, ...(next && { next: next.page }) };
  }

  @Handles(contract.readSitePageText)
  async read({ body }: RequestOf<typeof contract.readSitePageText>) {
    return this.pages.run(await this.open(body), body.page, body.part ?? 1);
  }

  @Handles(contract.askSitePages)
  async ask({ body }: RequestOf<typeof contract.askSitePages>) {
    const visit = await this.open(body);
    return (await this.questions.run(visit, body.question, rootOf(visit))).answer;
  }

  @Handles(contract.listSitePages)
  async list({ body }: RequestOf<typeof contract.listSitePages>) {
    const visit = await this.open(body);
    const { view } = visit;
    const all = navigationOf(view, await this.visits.outlines(visit), rootOf(visit));
    const { page = 1 } = body;
    const pages = all
      .slice((page - 1) * listedPerPage, page * listedPerPage)
      .map(({ siteSpace, page, depth, href }) => ({
        title: page.title,
        space: stateOf(view, siteSpace)?.title ?? '',
        depth,
        ...(href && { url: href }),
        ...(page.description && { description: page.description }),
      }));
    return { pages, count: all.length, ...(page * listedPerPage < all.length && { next: page + 1 }) };
  }

  /** Throws 403 for a visitor who would have to sign in elsewhere: a program cannot do that. */
  private async open({ url, forwardedHost }: { url: string; forwardedHost?: string }): Promise<Visit> {
    const visit = await this.visits.open(url, forwardedHost, false);
    if ('to' in visit) throw forbidden('The site needs a valid visitor token');
    return visit;
  }
}
