import { answerTimeout, SearchAIAnswer } from '../shared/answers.dto';
import { call, internal } from '../core/endpoint';
import { Int, Nested, Text, Url } from '../core/fields';

/** A visit of a site, by a program in place of a browser. */
export class SiteVisit {
  @Url({ max: 16_384, description: 'The address of the site, completed with what the visit is made with.' })
  url!: string;
  @Text({ max: 512, optional: true, description: 'The host that a proxy was asked for.' }) forwardedHost?: string;
}

/** The description of a site for a program that has read nothing of it yet. */
export class SiteAtGlance {
  @Text() title!: string;
  @Text({ description: 'The address under which the visitor reached it.' }) url!: string;
}

export class SearchSiteTool extends SiteVisit {
  @Text({ min: 1, max: 512, description: 'The words to look for.' }) query!: string;
  @Text({ max: 4_096, optional: true, description: '`next` of the answer before, for what was found besides.' })
  page?: string;
}

class SitePassage {
  @Text({ optional: true, description: 'The heading of the section.' }) heading?: string;
  @Text() text!: string;
  @Text() url!: string;
}

class FoundSitePage {
  @Text() title!: string;
  @Text({ description: 'The part of the site in which the page is.' }) space!: string;
  @Text() url!: string;
  @Nested(() => SitePassage, { array: true }) passages!: SitePassage[];
}

export class SiteSearchAnswer {
  @Nested(() => FoundSitePage, { array: true }) pages!: FoundSitePage[];
  @Text({ optional: true, description: '`page` of a further search, where there is more.' }) next?: string;
}

export class ReadSitePageTool extends SiteVisit {
  @Text({ max: 8_192, description: 'The address of a page of this site, or its path below the site.' }) page!: string;
  @Int({ min: 1, max: 10_000, optional: true, description: 'Which part of a long page; the first when absent.' })
  part?: number;
}

class SitePlace {
  @Text() title!: string;
  @Text({ optional: true, description: 'Absent for a group, which is no page.' }) url?: string;
}

/** A page as Markdown, and where it is in the tree of pages. */
export class SitePageText {
  @Text() title!: string;
  @Text() url!: string;
  @Text({ description: 'The part of the site in which the page is.' }) space!: string;
  @Nested(() => SitePlace, { array: true, description: 'What leads to the page, the topmost first.' })
  above!: SitePlace[];
  @Nested(() => SitePlace, { array: true, description: 'The pages right below it.' }) below!: SitePlace[];
  @Nested(() => SitePlace, { optional: true }) previous?: SitePlace;
  @Nested(() => SitePlace, { optional: true }) next?: SitePlace;
  @Int({ description: 'Which part of the page the text is.' }) part!: number;
  @Int() parts!: number;
  @Text({ max: 16_777_216 }) markdown!: string;
}

export class ListSitePagesTool extends SiteVisit {
  @Int({ min: 1, max: 100_000, optional: true, description: '`next` of the answer before, for the pages after those.' })
  page?: number;
}

class ListedSitePage extends SitePlace {
  @Text() space!: string;
  @Int({ description: 'How many pages and groups it is below.' }) depth!: number;
  @Text({ optional: true }) description?: string;
}

export class SitePageList {
  @Nested(() => ListedSitePage, { array: true, description: 'In the order of the navigation.' })
  pages!: ListedSitePage[];
  @Int({ description: 'Of all pages and groups.' }) count!: number;
  @Int({ optional: true, description: '`page` of a further list, where there is more.' }) next?: number;
}

export class AskSiteTool extends SiteVisit {
  @Text({ min: 1, max: 2_000, description: 'The question, in words of a person.' }) question!: string;
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
