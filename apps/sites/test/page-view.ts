import type { DocumentPage, SitePageContent } from '@bindery/contracts';
import { parseMarkdown } from '@bindery/documents';
import { customizationOf, type Customization } from '../src/model/customization';
import { Structure } from '../src/model/structure';
import { articlePage } from '../src/web/page/article';
import { SiteLinks } from '../src/web/site-links';
import type { SiteView } from '../src/web/site-view';

const siteSpace = {
  ...{ id: 'ss', siteId: 'site', spaceId: 'space', sectionId: null, path: 'docs', orderKey: 'a0' },
  ...{ condition: null, isDefault: true, customization: {}, hidden: false },
};

interface Situation {
  look?: Customization;
  view?: Partial<SiteView>;
  page?: Partial<DocumentPage>;
  content?: Partial<SitePageContent>;
  markdown?: string;
}

/** A site of one space, as its reader sees it at `/docs/`. */
export const viewOf = ({ look = {}, view = {} }: Situation = {}): SiteView => ({
  site: { id: 'site', title: 'Handbook', visibility: 'public' },
  structure: new Structure({ groups: [], sections: [], links: [], siteSpaces: [siteSpace] }),
  siteSpace,
  spaces: new Map([['space', { id: 'space', title: 'Docs', revision: 'r', specifications: '' }]]),
  look: customizationOf(look),
  base: '/docs/',
  signedIn: false,
  canonical: 'https://docs.example.com/',
  ...view,
});

const layout = {
  ...{ width: 'default', cover: true, coverSize: 'hero', title: true, description: true },
  ...{ tableOfContents: true, outline: true, pagination: true, metadata: true },
} as const;

/** The HTML of a page of that site. */
export function pageOf(situation: Situation = {}): string {
  const view = viewOf(situation);
  const page = {
    ...{
      id: 'page',
      type: 'document',
      kind: 'sheet',
      title: 'A page',
      path: 'a/page',
      slug: 'page',
      pages: [],
      layout,
    },
    ...{ urls: { app: 'https://app.example/' }, document: parseMarkdown(situation.markdown ?? 'Text') },
    ...situation.page,
  } as DocumentPage;
  const outline = [
    { id: 'home', type: 'document' as const, title: 'Home', path: 'home', pages: [] },
    { id: 'page', type: 'document' as const, title: page.title, path: page.path, pages: [] },
  ];
  const content = { outline, files: [], reusableContents: [], linked: [], apis: [], ...situation.content, page };
  return articlePage(view, content, new SiteLinks(view, content));
}
