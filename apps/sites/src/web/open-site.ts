import { Injectable } from '@nestjs/common';
import {
  siteNames,
  siteTexts,
  type DocumentPage,
  type OpenSite as Question,
  type OpenedSite,
  type SiteAnswer,
  type SitePageContent,
  type SpaceOutline,
} from '@bindery/contracts';
import { answers } from './answers';
import { AnswerReader } from './ask/answer-reader';
import { loadLanguages } from './document/highlight';
import { assetNamed } from './look/assets';
import { MentionedUsers } from './mentioned-users';
import { hasPage } from './outline';
import { articlePage } from './page/article';
import { askPage } from './page/ask-page';
import { labelsIn, type Labels } from './page/labels';
import { notFoundPage } from './page/not-found';
import { searchPage } from './page/search-page';
import { languageOf } from './page/shell';
import { FindOnSite, resultsPerPage } from './search/find-on-site';
import { foundOptions, placesOf } from './search/results';
import { SiteLinks } from './site-links';
import { SiteRedirects } from './site-redirects';
import { tagOf } from './site-tag';
import { answersQuestions, askAddress, type SiteView } from './site-view';
import { llmsText } from './texts/llms';
import { inTurns, llmsFullText, pagesOf, partOf } from './texts/llms-full';
import { markdownOf } from './texts/page-markdown';
import { robots, sitemap } from './texts/sitemap';
import { Visits, type Visit } from './visits';

/** Results of the reader's section in the search dialog. */
const resultsWhileTyping = 6;

const textsForPrograms: ReadonlySet<string> = new Set(Object.values(siteTexts));

/** An answer; a provisional one is valid for this visit only. */
type MadeAnswer = SiteAnswer & Pick<SitePageContent, 'provisional'>;

/** Answers requests of browsers to sites. */
@Injectable()
export class OpenSite {
  constructor(
    private readonly visits: Visits,
    private readonly redirects: SiteRedirects,
    private readonly users: MentionedUsers,
    private readonly finder: FindOnSite,
    private readonly answers: AnswerReader,
  ) {}

  /** Throws 404 when there is no site for the visitor, 403 when the visitor needs a token. */
  async run({ url: asked, forwardedHost, redirect, known }: Question): Promise<OpenedSite> {
    const visit = await this.visits.open(asked, forwardedHost, redirect);
    if ('to' in visit) {
      const base = this.visits.baseOf(visit, forwardedHost);
      // There is no visitor to sign out, so no redirect back is needed.
      const to = new URL(asked).pathname.endsWith(`/${siteNames.signOut}`) ? base : visit.to;
      return { tag: '', base, answer: answers.redirect(to) };
    }
    const { view, url } = visit;
    const { base } = view;
    const tag = tagOf(
      visit,
      [...view.spaces.values()],
      [base, ...visit.below, url.searchParams.get('q') ?? '', url.searchParams.get('page') ?? ''],
    );
    if (known.includes(tag)) return { tag, base };
    const { provisional, ...answer } = await this.answer(visit);
    return { tag: provisional ? '' : tag, base, answer };
  }

  private async answer(visit: Visit): Promise<MadeAnswer> {
    const { view, below, location } = visit;
    const [name = '', ...more] = below;
    if (more.length === 0) {
      if (name === siteNames.signOut) return { ...answers.redirect(view.base), provisional: true };
      const text = textsForPrograms.has(name) && (await this.textForPrograms(visit, name));
      if (text) return text;
    }
    const last = below.at(-1) ?? '';
    if (below.length === location.length + 1) {
      if (last === siteNames.search) return this.search(visit);
      if (last === siteNames.found) return this.searchAsTyped(visit);
      if (last === siteNames.ask && answersQuestions(view)) return this.ask(visit);
      if (last === siteNames.answer && answersQuestions(view)) return this.answerAlone(visit);
    }
    return assetNamed(last, view.look) ?? this.page(visit);
  }

  /** A text about the whole site; undefined where a page at its root has the name, since links lead to that page. */
  private async textForPrograms(visit: Visit, name: string): Promise<MadeAnswer | undefined> {
    const { view, location } = visit;
    const outlines = await this.visits.outlines(visit);
    const root = outlines.find(({ id }) => id === location.siteSpace.spaceId);
    if (root && hasPage(root.pages, name)) return undefined;
    if (name === siteTexts.robots) return answers.text(robots(view));
    if (name === siteTexts.sitemap) return answers.xml(sitemap(view, outlines));
    return name === siteTexts.pages ? answers.text(llmsText(view, outlines)) : this.allPages(visit, outlines);
  }

  private async page(visit: Visit): Promise<MadeAnswer> {
    const { view, below, location } = visit;
    const asked = below.slice(location.length).join('/');
    const { content, path, asMarkdown } = await this.visits.page(visit, location.siteSpace, asked);
    const { page, provisional } = content;
    if (!page) return this.missing(visit, content);
    if (path !== '' && page.path !== path) return this.moved(visit, page.path, asMarkdown);
    if (asMarkdown) return { ...answers.markdown(markdownOf(view, content, view.canonical)!), provisional };
    const documents = [page.document ?? { nodes: [] }, ...content.reusableContents.map(({ document }) => document)];
    const [users] = await Promise.all([this.users.mentionedIn(documents), loadLanguages(documents)]);
    const links = new SiteLinks(view, content, view.base, users);
    const text = articlePage(view, content as SitePageContent & { page: DocumentPage }, links);
    return { ...answers.page(text), provisional };
  }

  /** A redirect of the site takes precedence over the page's former address. */
  private async moved(visit: Visit, path: string, asMarkdown: boolean): Promise<SiteAnswer> {
    const { view, below, location, site, structure, reader } = visit;
    const target = await this.redirects.targetOf(site, structure, below, reader, view.base);
    if (target) return answers.redirect(target);
    const segments = [...below.slice(0, location.length), ...path.split('/')];
    return answers.redirect(`${view.base}${segments.map(encodeURIComponent).join('/')}${asMarkdown ? '.md' : ''}`, 301);
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

  /** All pages of the site as one text, or one part of it where there are many. */
  private async allPages(visit: Visit, outlines: readonly SpaceOutline[]): Promise<MadeAnswer> {
    const { view, url } = visit;
    const all = pagesOf(view, outlines);
    const part = Math.max(1, Number(/^\d{1,6}$/.exec(url.searchParams.get('page') ?? '1')?.[0] ?? 1));
    const shown = partOf(all, part);
    if (shown.length === 0 && part > 1) return answers.text('There is no such part of this text.\n', 404);
    let isProvisional = false;
    const texts = await inTurns(shown, async ({ siteSpace, path, href }) => {
      const content = await this.visits.content(visit, siteSpace, path, true);
      isProvisional ||= content.provisional ?? false;
      const markdown = markdownOf({ ...view, siteSpace }, content, view.canonical);
      return markdown === undefined ? undefined : `Source: ${href}\n\n${markdown}`;
    });
    const text = llmsFullText(view, texts, { part, count: all.length });
    return { ...answers.text(text), provisional: isProvisional };
  }

  /** Provisional: the index follows the revisions of the tag with a delay, and no event reports when it has. */
  private async search(visit: Visit): Promise<MadeAnswer> {
    const { view, url, location } = visit;
    const query = queryIn(url);
    const page = url.searchParams.get('page') ?? undefined;
    const [found, content] = await Promise.all([
      this.finder.run(visit, { query, ...(page && { page }), limit: resultsPerPage }),
      this.visits.content(visit, location.siteSpace, ''),
    ]);
    const text = searchPage(view, { query, found }, content, new SiteLinks(view, content));
    return { ...answers.page(text), provisional: true };
  }

  /** The results in the search dialog while the reader types: a part of a page. */
  private async searchAsTyped(visit: Visit): Promise<MadeAnswer> {
    const { view, url } = visit;
    const query = queryIn(url);
    const places = placesOf(view, query, await this.finder.run(visit, { query, limit: resultsWhileTyping }));
    const ask = answersQuestions(view) ? `${askAddress(view)}?${new URLSearchParams({ q: query })}` : undefined;
    return { ...answers.page(foundOptions(places, { query, ask }, labelsOf(view))), provisional: true };
  }

  /** Provisional, because a model may answer differently next time. */
  private async ask(visit: Visit): Promise<MadeAnswer> {
    const { view, url, location } = visit;
    const question = queryIn(url);
    const [answer, content] = await Promise.all([
      question ? this.answers.run(visit, question, labelsOf(view)) : undefined,
      this.visits.content(visit, location.siteSpace, ''),
    ]);
    const text = askPage(view, { question, ...(answer && { answer }) }, content, new SiteLinks(view, content));
    return { ...answers.page(text), provisional: true };
  }

  /** The answer in the search dialog: a part of a page. */
  private async answerAlone(visit: Visit): Promise<MadeAnswer> {
    const question = queryIn(visit.url);
    const answer = question ? await this.answers.run(visit, question, labelsOf(visit.view)) : undefined;
    return { ...answers.page(answer?.markup ?? ''), provisional: true };
  }
}

const labelsOf = (view: SiteView): Labels => labelsIn(languageOf(view), view.look.internationalization?.locale);

const queryIn = (url: URL): string => (url.searchParams.get('q') ?? '').trim().slice(0, 512);
