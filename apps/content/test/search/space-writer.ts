import type { Language, Variables } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import { Outbox } from '@bindery/messaging';
import { Database, newId, orderKeysBetween } from '@bindery/persistence';
import type { RunningService } from '@bindery/service';
import { DocumentRepository } from '../../src/model/pages/document.repository';
import { revisionCreated } from '../../src/revisions/revisions/revision.events';
import type { PageEntry } from '../../src/model/pages/page-entry';
import { emptyContent, type RevisionContent } from '../../src/model/pages/revision-content';
import { RevisionRepository } from '../../src/revisions/revisions/revision.repository';
import { CreateSpace } from '../../src/revisions/revisions/create-space';
import { contentHash } from '../../src/storage/store/canonical-json';
import { ChunkRepository } from '../../src/storage/store/chunk.repository';
import { PersistentMap } from '../../src/storage/store/persistent-map';

/** A page to be written: a document, or paragraphs, with headings for lines that begin with `# `. */
export interface WrittenPage {
  id: string;
  parent?: string;
  slug?: string;
  title: string;
  text?: string | Document;
  variables?: Variables;
  type?: 'document' | 'group';
  hidden?: boolean;
  noIndex?: boolean;
  condition?: string;
}

/** Writes spaces and their revisions as content itself does, without an import. */
export class SpaceWriter {
  constructor(
    private readonly running: () => RunningService,
    private readonly organization: string,
  ) {}

  private get service(): RunningService {
    return this.running();
  }

  private get db(): Database {
    return this.service.app.get(Database);
  }

  async create(pages: WrittenPage[], language: Language | null = null, title = 'Space'): Promise<string> {
    return this.createFrom(await this.content(pages), language, title);
  }

  /** A second space with the content of the first. */
  async duplicate(space: string): Promise<string> {
    const [content] = await this.db.query<RevisionContent>(
      `select r.pages, r.slugs from revision r join branch b on b.head = r.id where b.space_id = $1 and b.id = 'main'`,
      [space],
    );
    return this.createFrom({ ...emptyContent, ...content }, null, 'Copy');
  }

  /** Makes a revision with these pages the space's current one; `silently` without an event. */
  async publish(space: string, pages: WrittenPage[], silently = false): Promise<void> {
    const content = await this.content(pages);
    const revisions = this.service.app.get(RevisionRepository);
    await this.db.transaction(async () => {
      const [{ head }] = (await this.db.query<{ head: string }>(
        `select head from branch where space_id = $1 and id = 'main' for update`,
        [space],
      )) as [{ head: string }];
      const revision = newId();
      await revisions.insert({
        id: revision,
        spaceId: space,
        type: 'edits',
        parents: [head],
        createdBy: 'test',
        ...content,
      });
      await revisions.moveMain(space, head, revision);
      if (silently) return;
      await this.service.app
        .get(Outbox)
        .add(revisionCreated({ space, organization: this.organization, revision, previous: head, version: 1 }));
    });
  }

  private async createFrom(content: RevisionContent, language: Language | null, title: string): Promise<string> {
    const id = newId();
    const space = { id, organizationId: this.organization, title, language, createdBy: 'test' };
    await this.db.transaction(() => this.service.app.get(CreateSpace).run(space, content));
    return id;
  }

  private async content(pages: WrittenPage[]): Promise<RevisionContent> {
    const orders = orderKeysBetween(null, null, pages.length);
    const documents: { hash: string; body: string; markdown: null }[] = [];
    const entries = pages.map(({ id, text, ...page }, index): [string, PageEntry] => {
      const {
        parent = '',
        slug = id.toLowerCase(),
        title,
        type = 'document',
        hidden,
        noIndex,
        variables,
        condition,
      } = page;
      const base = {
        parent,
        order: orders[index]!,
        title,
        slug,
        createdAt: now,
        updatedAt: now,
        hidden,
        noIndex,
        condition,
      };
      if (type === 'group' || text === undefined) return [id, { ...base, type }];
      const document = typeof text === 'string' ? documentOf(text) : text;
      const hash = contentHash(document);
      documents.push({ hash, body: JSON.stringify(document), markdown: null });
      return [id, { ...base, type, document: hash, variables }];
    });
    const map = PersistentMap.fromEntries(entries);
    await this.service.app.get(ChunkRepository).insert(this.organization, map.chunks);
    const unique = [...new Map(documents.map((document) => [document.hash, document])).values()];
    for (let at = 0; at < unique.length; at += 500)
      await this.service.app.get(DocumentRepository).insert(this.organization, unique.slice(at, at + 500));
    return { ...emptyContent, pages: map.root };
  }
}

const now = '2026-01-01T00:00:00.000Z';

const leaf = (text: string) => ({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] });

const documentOf = (text: string) => ({
  object: 'document',
  data: {},
  nodes: text.split('\n').map((line) => {
    const heading = line.startsWith('# ');
    const type = heading ? 'heading-2' : 'paragraph';
    return {
      object: 'block',
      type,
      data: heading ? { id: line.slice(2).toLowerCase().replaceAll(' ', '-') } : {},
      nodes: [leaf(heading ? line.slice(2) : line)],
    };
  }),
});
