import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DocumentPage, GitSyncOperation, MergeResult, Revision, RevisionPage } from '@bindery/contracts';
import { exported, flat, seededRandom, until } from '@bindery/testing';
import { GitWorld } from './git-world';

const long = process.env.BINDERY_TEST === 'long';
const count = Number(process.env.BINDERY_HISTORIES ?? (long ? 1_000 : 4));
/** Histories that go on at the same time: each mostly waits. */
const atOnce = 4;
const seed = Number(process.env.BINDERY_SEED ?? 1);
if (count > 8) jest.setTimeout(4 * 3_600_000);

let git: GitWorld;
beforeAll(async () => (git = await GitWorld.start()));
afterAll(() => git.close());

/** Words that stand in one place only, so that their origin and their place can be found. */
class Words {
  private next = 0;

  one(side: string): string {
    return `${side}word${this.next++}x`;
  }

  static in(text: string): Set<string> {
    return new Set(text.match(/\b\w+word\d+x\b/g));
  }
}

type Choose = (below: number) => number;

const summaryOf = (paths: readonly string[]) =>
  `# Table of contents\n\n<!-- kept -->\n\n* [Home](README.md)\n${paths.map((path) => `* [](${path})\n`).join('')}`;

function wordsIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile() && file.name.endsWith('.md'))
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));
  return Words.in(texts.join('\n'));
}

/** One history: a space and a repository that agree, changes of both, and what became of them. */
class History {
  private readonly words = new Words();
  private space = '';
  /** New paths of files that were renamed there, by the paths before. */
  private readonly renamed = new Map<string, string>();

  constructor(
    private readonly name: string,
    private readonly choose: Choose,
  ) {}

  /** Some rounds, of which each begins with what both sides have agreed on in the one before, by an export or without. */
  async run(rounds: number): Promise<void> {
    let base = this.begin();
    this.space = await git.newSpace();
    await git.succeed('import', this.space, this.inRepository());
    for (let round = 1; round <= rounds; round++) {
      const there = await this.round(base);
      if (!there) return;
      const exports = round === rounds || this.choose(2) === 0;
      if (exports) await this.exportBack();
      base = exports ? Words.in(await this.textOfSpace()) : there;
    }
  }

  /** Answers the words that the repository has at its end; nothing where users have to decide. */
  private async round(base: ReadonlySet<string>): Promise<Set<string> | undefined> {
    this.renamed.clear();
    const before = await git.current(this.space);
    await this.changeHere(before);
    const here = Words.in(await this.textOfSpace());
    let there = new Set<string>();
    git.server.commit(this.name, (folder) => {
      this.changeThere(folder);
      there = wordsIn(folder);
    });
    const { changeRequest } = await this.import();
    const conflicts = changeRequest ? await this.merge(changeRequest) : '';
    const found = new Set([...Words.in(await this.textOfSpace()), ...Words.in(conflicts)]);
    const expected = [
      ...[...base].filter((word) => here.has(word) && there.has(word)),
      ...[...here, ...there].filter((word) => !base.has(word)),
    ];
    expect(expected.filter((word) => !found.has(word))).toEqual([]);
    if (conflicts) return undefined;
    await this.expectIds(before);
    return there;
  }

  /** A space that was not changed after all takes what the repository has, also where that is much less. */
  private async import(): Promise<GitSyncOperation> {
    const { operation } = await git.sync('import', this.space, this.inRepository());
    if (operation?.state === 'success') return operation;
    expect(operation?.error).toContain('force');
    return git.succeed('import', this.space, { ...this.inRepository(), force: true });
  }

  private inRepository() {
    return { url: git.server.url(`${this.name}.git`), ref: 'refs/heads/main', force: false };
  }

  private paragraphs(side: string): string {
    return Array.from({ length: 4 }, () => `${this.words.one(side)} is a line.\n`).join('\n');
  }

  private begin(): Set<string> {
    const paths = ['one.md', 'Two.md', 'deep/three.md', 'fu\u0308r.md', 'five.md'];
    const files = Object.fromEntries(paths.map((path, n) => [path, `# Page ${n}\n\n${this.paragraphs('base')}`]));
    const all = { 'README.md': '# Home\n\nText.\n', 'SUMMARY.md': summaryOf(paths), ...files };
    git.repository(this.name, all);
    return Words.in(Object.values(all).join('\n'));
  }

  private async changeHere({ pages }: Revision): Promise<void> {
    const own = flat(pages).filter(({ title }) => title !== 'Home');
    const changes: object[] = [];
    for (let n = this.choose(3); n >= 0 && own.length > 0; n--) {
      const [page] = own.splice(this.choose(own.length), 1) as [RevisionPage];
      changes.push(await this.changeOf(page));
    }
    await git.expect('updateSpaceContent', this.space, { body: { changes } });
  }

  private async changeOf({ id: page, title }: RevisionPage): Promise<object> {
    switch (this.choose(5)) {
      case 0:
        return { operation: 'delete_page', page };
      case 1:
        return { operation: 'update_page', page, slug: `slug-${this.choose(1_000)}`, at: this.choose(4) };
      case 2:
        return { operation: 'insert_page', title: 'New here', document: { markdown: this.paragraphs('here') } };
      case 3:
        return { operation: 'update_page', page, title: `Title ${this.choose(100)}` };
      default: {
        const before = await git.markdown(this.space, title);
        const markdown = this.rewritten(before, 'here');
        return { operation: 'update_page', page, document: { markdown } };
      }
    }
  }

  /** The text with one line replaced, and one added. */
  private rewritten(text: string, side: string): string {
    const lines = text.trimEnd().split('\n');
    const own = lines.flatMap((line, index) => (/word\d+x/.test(line) ? [index] : []));
    const line = own[this.choose(own.length || 1)];
    if (line !== undefined) lines[line] = `${this.words.one(side)} is another line.`;
    return `${lines.join('\n')}\n\n${this.words.one(side)} is one more.\n`;
  }

  private changeThere(folder: string): void {
    writeFileSync(join(folder, 'LICENSE'), `Something changes in any case: ${this.words.one('license')}.\n`);
    for (let n = this.choose(3); n >= 0; n--) {
      const summary = readFileSync(join(folder, 'SUMMARY.md'), 'utf8');
      const named = [...summary.matchAll(/\]\((?!README)<?(.*?)>?\)/g)].map(([, path]) => decodeURI(path!));
      const paths = named.filter((path) => existsSync(join(folder, path)));
      const path = paths[this.choose(paths.length || 1)];
      const written = path === undefined ? undefined : this.changeFile(folder, path, paths);
      if (written) writeFileSync(join(folder, 'SUMMARY.md'), summaryOf(written));
    }
  }

  /** Answers the paths of the table of contents. */
  private changeFile(folder: string, path: string, paths: string[]): string[] {
    const file = join(folder, path);
    const others = paths.filter((one) => one !== path);
    switch (this.choose(7)) {
      case 0:
        rmSync(file);
        return others;
      case 1:
        writeFileSync(file, this.rewritten(readFileSync(file, 'utf8'), 'there'));
        return paths;
      case 2: {
        const added = `added${this.choose(1_000)}.md`;
        writeFileSync(join(folder, added), `# Added\n\n${this.paragraphs('there')}`);
        return [...new Set([added, ...paths])];
      }
      case 3:
        return [...others, path];
      case 4:
        return this.rename(folder, path, path.normalize(path === path.normalize('NFC') ? 'NFD' : 'NFC'), paths);
      case 5:
        return this.rename(
          folder,
          path,
          path.replace(/[^/]*$/, (name) => name[0]!.toUpperCase() + name.slice(1)),
          paths,
        );
      default:
        return this.rename(folder, path, `moved/${this.choose(1_000)}-${path.replaceAll('/', '-')}`, paths);
    }
  }

  private rename(folder: string, from: string, to: string, paths: string[]): string[] {
    if (from === to || existsSync(join(folder, to))) return paths;
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    renameSync(join(folder, from), join(folder, to));
    const [first = from] = [...this.renamed].find(([, now]) => now === from) ?? [];
    this.renamed.set(first, to);
    return paths.map((path) => (path === from ? to : path));
  }

  private async textOfSpace(): Promise<string> {
    return Object.values(await exported(git.world, this.space)).join('\n');
  }

  /** Answers what stands in conflict, and the draft that holds both versions; nothing where there is no conflict. */
  private async merge(changeRequestId: string): Promise<string> {
    const params = { changeRequestId };
    await until(async () => {
      const { items } = await git.expect<{ items: { id: string }[] }>('listChangeRequestsForSpace', this.space);
      return items.some(({ id }) => id === changeRequestId);
    });
    const { result } = await git.expect<MergeResult>('mergeChangeRequest', this.space, { params });
    if (result !== 'conflicts') return '';
    const changes = await git.expect<object>('getChangeRequestChanges', this.space, { params });
    const draft = await git.expect<Revision>('getRevisionOfChangeRequestById', this.space, { params });
    const texts = [JSON.stringify(changes)];
    for (const { id, type } of flat(draft.pages)) {
      if (type !== 'document') continue;
      const page = await git.expect<DocumentPage>('getPageInChangeRequestById', this.space, {
        params: { ...params, pageId: id },
      });
      texts.push(JSON.stringify(page.document));
    }
    return texts.join('\n');
  }

  /** A renamed page keeps its id, unless it was deleted or also added there. */
  private async expectIds(before: Revision): Promise<void> {
    const places = (revision: Revision) =>
      new Map(flat(revision.pages).flatMap((page) => ('git' in page && page.git ? [[page.git.path, page.id]] : [])));
    const [old, now] = [places(before), places(await git.current(this.space))];
    for (const [from, to] of this.renamed) {
      const id = now.get(to);
      if (id !== undefined && old.has(from)) expect([from, to, id]).toEqual([from, to, old.get(from)]);
    }
  }

  /** Both sides agree in the end, and the table of contents has kept its comment. */
  private async exportBack(): Promise<void> {
    const operation = await git.sync('export', this.space, { ...this.inRepository(), force: true });
    expect(operation.operation).toMatchObject({ state: 'success' });
    expect(git.committed(this.name, 'SUMMARY.md')).toContain('<!-- kept -->');
  }
}

it(`loses no line of either side in ${count} histories, and pages keep their ids`, async () => {
  const failed: string[] = [];
  let next = 0;
  const goThrough = async () => {
    for (let n = next++; n < count; n = next++) {
      const random = seededRandom(seed * 10_000 + n);
      const history = new History(`history-${n}`, (below) => Math.floor(random() * below));
      await history
        .run(n % 3 === 0 ? 2 : 1)
        .catch((error: Error) => failed.push(`History ${n} of seed ${seed}: ${error.message}`));
      // A long run reports its progress, even if it is stopped.
      if (n % 50 === 49) process.stderr.write(`${n + 1} histories of seed ${seed}, ${failed.length} failed\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, goThrough));
  expect(failed).toEqual([]);
});
