import { answerTimeout, SearchAIAnswer } from '../shared/answers.dto';
import { call, internal } from '../core/endpoint';
import { Int, Nested, Text, Url } from '../core/fields';

/** A visit of a site, by a program in place of a browser. */
export class SiteVisit {
  @Url({
    max: 16_384,
    description: 'The URL of the site, with the credentials and claims of the visit as query parameters.',
  })
  url!: string;
  @Text({ max: 512, optional: true, description: 'The host for which a proxy received the request.' })
  forwardedHost?: string;
}

/** The description of a site for a program that has read nothing of it yet. */
export class SiteAtGlance {
  @Text() title!: string;
  @Text({ description: 'The URL at which the visitor reached the site.' }) url!: string;
}

export class SearchSiteTool extends SiteVisit {
  @Text({ min: 1, max: 512, description: 'The words to search for.' }) query!: string;
  @Text({ max: 4_096, optional: true, description: '`next` of the previous response, for further results.' })
  page?: string;
}

class SitePassage {
  @Text({ optional: true, description: 'The heading of the section.' }) heading?: string;
  @Text() text!: string;
  @Text() url!: string;
}

class FoundSitePage {
  @Text() title!: string;
  @Text({ description: 'The space of the site that contains the page.' }) space!: string;
  @Text() url!: string;
  @Nested(() => SitePassage, { array: true }) passages!: SitePassage[];
}

export class SiteSearchAnswer {
  @Nested(() => FoundSitePage, { array: true }) pages!: FoundSitePage[];
  @Text({ optional: true, description: 'The `page` of a further search. Omitted if there are no more results.' })
  next?: string;
}

export class ReadSitePageTool extends SiteVisit {
  @Text({ max: 8_192, description: 'The URL of a page of this site, or its path below the site.' }) page!: string;
  @Int({ min: 1, max: 10_000, optional: true, description: 'The part of a long page to read. Defaults to the first.' })
  part?: number;
}

class SitePlace {
  @Text() title!: string;
  @Text({ optional: true, description: 'The URL of the page. Omitted for a group, which is not a page.' }) url?: string;
}

/** A page as Markdown, and where it is in the tree of pages. */
export class SitePageText {
  @Text() title!: string;
  @Text() url!: string;
  @Text({ description: 'The space of the site that contains the page.' }) space!: string;
  @Nested(() => SitePlace, { array: true, description: 'The pages and groups above the page, topmost first.' })
  above!: SitePlace[];
  @Nested(() => SitePlace, { array: true, description: 'The pages directly below the page.' }) below!: SitePlace[];
  @Nested(() => SitePlace, { optional: true }) previous?: SitePlace;
  @Nested(() => SitePlace, { optional: true }) next?: SitePlace;
  @Int({ description: 'The number of the part of the page.' }) part!: number;
  @Int() parts!: number;
  @Text({ max: 16_777_216 }) markdown!: string;
}

export class ListSitePagesTool extends SiteVisit {
  @Int({ min: 1, max: 100_000, optional: true, description: '`next` of the previous response, for further pages.' })
  page?: number;
}

class ListedSitePage extends SitePlace {
  @Text() space!: string;
  @Int({ description: 'The number of pages and groups above it.' }) depth!: number;
  @Text({ optional: true }) description?: string;
}

export class SitePageList {
  @Nested(() => ListedSitePage, { array: true, description: 'The pages, in the order of the navigation.' })
  pages!: ListedSitePage[];
  @Int({ description: 'The number of all pages and groups.' }) count!: number;
  @Int({ optional: true, description: 'The `page` of a further list. Omitted if there are no more pages.' })
  next?: number;
}

export class AskSiteTool extends SiteVisit {
  @Text({ min: 1, max: 2_000, description: 'The question in natural language.' }) question!: string;
}

/** The calls of programs to a published site, as its readers. Throws as `openSite` does. Only the gateway calls these. */
export const siteTools = internal('sites', {
  describeSite: call({ body: SiteVisit, returns: SiteAtGlance }),
  searchSitePages: call({ body: SearchSiteTool, returns: SiteSearchAnswer }),
  readSitePageText: call({ body: ReadSitePageTool, returns: SitePageText }),
  /** Answers from what the visitor may read, or says that nothing answers it. */
  askSitePages: call({ body: AskSiteTool, returns: SearchAIAnswer, timeout: answerTimeout }),
  listSitePages: call({ body: ListSitePagesTool, returns: SitePageList }),
});
