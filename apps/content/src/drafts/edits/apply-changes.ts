import {
  conflict,
  invalid,
  preconditionFailed,
  type DeleteSinglePage,
  type InsertPage,
  type PageCover,
  type PageMetadata,
  type UpdatePage,
} from '@bindery/contracts';
import type { ContentRef } from '@bindery/documents';
import { ExpressionError, parseExpression } from '@bindery/expressions';
import { slugOf } from '@bindery/git-sync';
import { isSame } from '../../model/merge/three-way';
import type { PageEntry } from '../../model/pages/page-entry';
import { sourceOf } from '../../model/pages/page-source';
import { missing, type ContentEdit } from './content-edit';
import type { LinkPlace, ResolvedBody } from './links';
import type { InsertComputed, PreparedChange } from './prepared-change';
import type { GivenBody } from './read-markdown';
import { readTarget } from './link-target';
import { knownAddresses, titleAfter } from './written-page';
import { RevertPages, type RevisionOf } from './revert-page';

/** The result of a change for a page. */
export type Outcome =
  | { object: 'created_page'; ref?: string | undefined; page: string }
  | { object: 'updated_page'; page: string }
  | { object: 'deleted_page'; page: string };

/** Applies changes to a content, one after the other. Every error names the field. */
export class ApplyChanges {
  private readonly revert: RevertPages;

  constructor(
    private readonly edit: ContentEdit,
    private readonly now: string,
    private readonly revisionOf: RevisionOf,
  ) {
    this.revert = new RevertPages(edit, now, revisionOf);
  }

  async run(changes: readonly PreparedChange[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const [index, prepared] of changes.entries()) {
      for (const [file, entry] of prepared.files) this.edit.files.set(file, entry);
      const outcome = await this.one(prepared, `body.changes[${index}]`);
      if (outcome) outcomes.push(outcome);
    }
    return outcomes;
  }

  private async one({ change, id, body }: PreparedChange, at: string): Promise<Outcome | undefined> {
    switch (change.operation) {
      case 'insert_page':
        await this.insert(id, change, body, at);
        return { object: 'created_page', ref: change.ref, page: id };
      case 'insert_computed':
        await this.insertComputed(id, change);
        return { object: 'created_page', page: id };
      case 'update_page':
        await this.update(change, body, at);
        return { object: 'updated_page', page: change.page };
      case 'delete_page':
        await this.edit.page(change.page, `${at}.page`);
        for (const id of await this.edit.pages.remove(change.page)) this.edit.touched.add(id);
        return { object: 'deleted_page', page: change.page };
      case 'delete_single_page':
        await this.deleteSingle(change, at);
        return { object: 'deleted_page', page: change.page };
      case 'revert_page':
        await this.revert.run(change, at);
        return { object: 'updated_page', page: change.page };
      case 'insert_reusable_content':
        await this.edit.insertReusableContent(id, change.title, body!, `${at}.document`);
        return undefined;
      case 'insert_files':
        return undefined;
    }
  }

  private async insert(id: string, change: InsertPage, body: GivenBody | undefined, at: string): Promise<void> {
    const { type = 'document', into: parent = '' } = change;
    if (type === 'document' && !change.document)
      throw invalid(`${at}.document`, 'document is required for a document page');
    checkParts(type, change, at);
    checkCondition(change, at);
    await this.checkParent(parent, type, `${at}.into`);
    const cover = await this.cover(type, change, { parent }, at);
    const given = body && (await this.edit.links.resolve(body, { parent }));
    const order = await this.edit.pages.placeIn(parent, change.at);
    const title = given?.title ?? change.title ?? 'Untitled';
    const base = { parent, order, title, createdAt: this.now, updatedAt: this.now };
    const slug = change.slug ?? (await this.edit.pages.freeSlug(parent, slugOf(title), id));
    if (change.slug) await this.checkSlug(parent, change.slug, id, `${at}.slug`);
    const entry: PageEntry =
      type === 'link'
        ? { ...base, type, target: await this.target(change.target, { parent }, `${at}.target`) }
        : { ...base, type, slug };
    await this.finish(id, undefined, withMetadata(entry, { ...change, cover }, given), given, at);
  }

  private async insertComputed(id: string, { title, computed }: InsertComputed): Promise<void> {
    const order = await this.edit.pages.placeIn('', undefined);
    const times = { createdAt: this.now, updatedAt: this.now };
    await this.edit.pages.put(id, { type: 'computed', parent: '', order, title, computed, ...times });
  }

  private async update(change: UpdatePage, body: GivenBody | undefined, at: string): Promise<void> {
    const { page: id, title } = change;
    const before = await this.edit.page(id, `${at}.page`);
    checkParts(before.type, change, at);
    await this.checkBase(before, change, at);
    checkCondition(change, at);
    checkSource(before, change, at);
    const place = await this.move(id, before, change, at);
    const slug = await this.slugIn(place.parent, id, before, change, at);
    const was = before.type === 'document' ? await this.edit.written(id, before) : undefined;
    const links = { parent: place.parent, file: fileOf(before), known: knownAddresses(was) };
    const cover = await this.cover(before.type, change, links, at);
    const given = body && (await this.edit.links.resolve(body, links));
    const own = given?.title === undefined ? before.title : titleAfter(before, was, given.title);
    const entry = {
      ...before,
      ...place,
      title: own !== before.title ? own : (title ?? before.title),
      updatedAt: this.now,
      ...(slug !== undefined && { slug }),
      ...(change.target && { target: await this.target(change.target, { parent: place.parent }, `${at}.target`) }),
    } as PageEntry;
    await this.finish(id, before, withMetadata(entry, { ...change, cover }, given), given, at);
  }

  /** Rejects a change when another user has edited the page since the caller read it. */
  private async checkBase(
    before: PageEntry,
    { page, base, document }: Pick<UpdatePage, 'page' | 'base' | 'document'>,
    at: string,
  ): Promise<void> {
    if (base === undefined) return;
    const read = await this.revisionOf(page, base);
    if (!read) throw missing('Page', `${at}.base`);
    // Markdown has the title too, also of a page that has no file.
    const isRenamed = document?.markdown !== undefined && read.title !== before.title;
    if (isRenamed || documentIn(read) !== documentIn(before))
      throw preconditionFailed(`${at}.base: The page was changed after revision ${base}. Read it again`);
  }

  /** The slug of a page below a parent; undefined for a page without one. Throws 409 where another page has it. */
  private async slugIn(
    parent: string,
    id: string,
    before: PageEntry,
    { slug }: UpdatePage,
    at: string,
  ): Promise<string | undefined> {
    if (!('slug' in before)) return undefined;
    if (slug !== undefined) {
      await this.checkSlug(parent, slug, id, `${at}.slug`);
      return slug;
    }
    if (parent === before.parent) return before.slug;
    if (before.slug !== '') {
      await this.checkSlug(parent, before.slug, id, `${at}.into`);
      return before.slug;
    }
    // A page at the path of its group needs a slug of its own elsewhere.
    const [wanted = slugOf(before.title)] = (await this.edit.pages.pathOf(id)).slice(-1);
    return this.edit.pages.freeSlug(parent, wanted, id);
  }

  /** Stores a page; an unchanged one does not count as updated. */
  private async finish(
    id: string,
    before: PageEntry | undefined,
    entry: PageEntry,
    given: ResolvedBody | undefined,
    at: string,
  ): Promise<void> {
    this.edit.touched.add(id);
    const isWritten = entry.type === 'document' && (await this.edit.write(id, before, entry, given, `${at}.document`));
    const isSaid = before && isSame({ ...entry, updatedAt: before.updatedAt }, before);
    await this.edit.pages.put(id, isSaid && !isWritten ? before : entry);
  }

  private async deleteSingle(change: DeleteSinglePage, at: string): Promise<void> {
    await this.checkBase(await this.edit.page(change.page, `${at}.page`), change, at);
    await this.edit.pages.removeAlone(change.page, `${at}.page`);
    this.edit.touched.add(change.page);
  }

  private async move(id: string, before: PageEntry, { into, at: index }: UpdatePage, at: string) {
    const { parent, order } = before;
    if (into === undefined && index === undefined) return { parent, order };
    const target = into === undefined ? parent : (into ?? '');
    if (target !== parent) {
      await this.checkParent(target, before.type, `${at}.into`);
      if (await this.edit.pages.isWithin(target, id))
        throw invalid(`${at}.into`, 'A page cannot be in itself or below itself');
    }
    return { parent: target, order: await this.edit.pages.placeIn(target, index, id) };
  }

  /** Documents and groups contain pages, and groups are at the top level. */
  private async checkParent(parent: string, type: PageEntry['type'], field: string): Promise<void> {
    if (parent === '') return;
    const above = await this.edit.pages.get(parent);
    if (!above) throw missing('Page', field);
    if (above.type !== 'document' && above.type !== 'group')
      throw invalid(field, `A ${above.type} page cannot contain pages`);
    if (type === 'group') throw invalid(field, 'A group page must be at the top level');
  }

  private async checkSlug(parent: string, slug: string, self: string, field: string): Promise<void> {
    if (await this.edit.pages.isTaken(parent, slug, self))
      throw conflict(`${field}: the slug ${slug} belongs to another page there`);
  }

  /** The cover of a document page, with the targets of its references. */
  private async cover(
    type: PageEntry['type'],
    { cover }: PageMetadata,
    place: LinkPlace,
    at: string,
  ): Promise<PageCover | null | undefined> {
    if (cover === undefined) return undefined;
    if (type !== 'document') throw invalid(`${at}.cover`, `A ${type} page has no cover`);
    if (cover === null) return null;
    const { ref, refDark } = cover;
    return {
      ...cover,
      ...(ref && { ref: await this.picture(ref, place, `${at}.cover.ref`) }),
      ...(refDark && { refDark: await this.picture(refDark, place, `${at}.cover.refDark`) }),
    };
  }

  /** The target of a reference to a picture: a file or an address. */
  private async picture(given: ContentRef, place: LinkPlace, field: string): Promise<ContentRef> {
    const ref = await this.target(given, place, field);
    if (ref.kind !== 'file' && ref.kind !== 'url') throw invalid(`${field}.kind`, 'kind must be file or url');
    return ref;
  }

  private async target(ref: ContentRef | undefined, place: LinkPlace, field: string): Promise<ContentRef> {
    return this.edit.links.refOf(readTarget(ref, field), place);
  }
}

const documentIn = (entry: PageEntry): string | undefined => (entry.type === 'document' ? entry.document : undefined);

/** The path of the file of a page. */
const fileOf = (entry: PageEntry): string | undefined => (entry.type === 'document' ? entry.git?.path : undefined);

/** Only a document page has a document, and only a link page a target. */
function checkParts(type: PageEntry['type'], { document, target, slug }: InsertPage | UpdatePage, at: string): void {
  if (document && type !== 'document') throw invalid(`${at}.document`, `A ${type} page has no document`);
  if (target && type !== 'link') throw invalid(`${at}.target`, `A ${type} page has no target`);
  if (slug !== undefined && (type === 'link' || type === 'computed'))
    throw invalid(`${at}.slug`, `A ${type} page has no slug`);
}

/** An unreadable file, and the metadata in it, is only overwritten when the caller requests it. */
function checkSource(before: PageEntry, change: UpdatePage, at: string): void {
  const { unreadable } = sourceOf(before) ?? {};
  if (unreadable === undefined || (change.document && change.replaceSource)) return;
  const { document, description, emoji, icon, hidden, noIndex, noRobotsIndex, cover } = change;
  if ([document, description, emoji, icon, hidden, noIndex, noRobotsIndex, cover].every((value) => value === undefined))
    return;
  throw conflict(
    `${at}: The source file of the page could not be read (${unreadable}) and is kept. Send document with replaceSource: true to overwrite it`,
  );
}

function checkCondition({ condition }: PageMetadata, at: string): void {
  if (!condition) return;
  try {
    parseExpression(condition);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw invalid(`${at}.condition`, `condition: ${error.message}`);
  }
}

/** The page with the given metadata: absent leaves, empty, false or null removes; front matter takes precedence. */
function withMetadata(entry: PageEntry, metadata: PageMetadata, given: GivenBody | undefined): PageEntry {
  const { emoji, icon, description, hidden, noIndex, noRobotsIndex, condition, cover } = metadata;
  const said = { emoji, icon, ...(entry.type !== 'computed' && { hidden, condition }) };
  const addressed = 'slug' in entry ? { noIndex, noRobotsIndex } : {};
  const own = entry.type === 'document' ? { description, cover } : {};
  const fields = Object.entries({ ...said, ...addressed, ...own, ...given?.settings });
  const result: Record<string, unknown> = { ...entry };
  for (const [name, value] of fields) {
    if (value === undefined) continue;
    if (value === '' || value === false || value === null) delete result[name];
    else result[name] = value;
  }
  return result as unknown as PageEntry;
}
