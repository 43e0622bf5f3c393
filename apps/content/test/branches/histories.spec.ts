import fc from 'fast-check';
import type { Branch, DocumentPage, MergeResult } from '@bindery/contracts';
import { createServiceOrganization, DraftCaller, type ServiceOrganization, spaceOf } from '@bindery/testing';
import { BranchCaller } from './branch-caller';

const numRuns = process.env.BINDERY_TEST === 'long' ? 200 : 5;
const seed = Number(process.env.BINDERY_SEED ?? 1);

jest.setTimeout(30 * 60_000);

/** Blocks of the page: each change request has one of its own, and all share the last. */
const requests = [0, 1, 2] as const;
const shared = requests.length;

interface Step {
  request: number;
  kind: 'edit' | 'share' | 'update' | 'merge';
}

const steps = fc.array(
  fc.record({
    request: fc.constantFrom(...requests),
    kind: fc.constantFrom('edit' as const, 'edit' as const, 'share' as const, 'update' as const, 'merge' as const),
  }),
  { minLength: 3, maxLength: 12 },
);

/** The expected state of sequential requests: blocks are texts, and a block in conflict is the texts of both. */
class Model {
  main: string[][] = [...requests, shared].map((n) => [`Text ${n} as it was in the beginning.`]);
  readonly drafts = requests.map(() => ({ base: this.main, now: this.main, merged: false, conflicts: false }));

  edit(request: number, block: number, text: string): boolean {
    const draft = this.drafts[request]!;
    if (draft.merged) return false;
    draft.now = draft.now.with(block, [text]);
    draft.conflicts = false;
    return true;
  }

  /** Answers `result`, or undefined for a refusal. */
  update(request: number): string | undefined {
    const draft = this.drafts[request]!;
    if (draft.merged) return undefined;
    if (!same(draft.base, this.main)) this.bring(request);
    return draft.conflicts ? 'conflicts' : 'update';
  }

  merge(request: number): string {
    const draft = this.drafts[request]!;
    if (draft.merged) return 'merge';
    if (draft.conflicts) return 'conflicts';
    const { now, base } = draft;
    this.bring(request);
    if (draft.conflicts) return 'conflicts';
    this.main = draft.now;
    Object.assign(draft, { now, base, merged: true });
    return 'merge';
  }

  private bring(request: number): void {
    const draft = this.drafts[request]!;
    const { base, now } = draft;
    draft.now = now.map((block, n) => {
      const main = this.main[n]!;
      if (same(main, block) || same(base[n], block)) return main;
      if (same(base[n], main)) return block;
      draft.conflicts = true;
      return [...main, ...block];
    });
    draft.base = this.main;
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

let world: ServiceOrganization;
beforeAll(async () => {
  world = await createServiceOrganization('content');
});
afterAll(() => world.close());

/** A space, its page and three change requests. */
class Space {
  private constructor(
    readonly id: string,
    readonly page: string,
    readonly drafts: DraftCaller[],
  ) {}

  static async create(model: Model): Promise<Space> {
    const { space, revision } = await spaceOf(world, { 'README.md': markdownOf(model.main) });
    const drafts = await Promise.all(requests.map(() => DraftCaller.create(world, space)));
    return new Space(space, revision.pages[0]!.id, drafts);
  }

  /** Replaces the words of one block of the current page. */
  async edit(request: number, texts: string[][]): Promise<boolean> {
    const change = { operation: 'update_page', page: this.page, document: { markdown: markdownOf(texts) } };
    const { status } = await this.drafts[request]!.tryEdit(change);
    if (status !== 200 && status !== 409) throw new Error(`The edit answered ${status}`);
    return status === 200;
  }

  async call(request: number, operation: 'mergeChangeRequest' | 'updateChangeRequest'): Promise<string | undefined> {
    const { status, body } = await this.drafts[request]!.call<MergeResult>(operation);
    if (status !== 200 && status !== 409) throw new Error(`${operation} answered ${status}`);
    return status === 200 ? body.result : undefined;
  }

  draft(request: number): Promise<string> {
    return this.drafts[request]!.markdown(this.page);
  }

  async main(): Promise<string> {
    const page = await world.api.expect<DocumentPage>('getPageById', {
      token: world.admin.token,
      params: { spaceId: this.id, pageId: this.page },
      query: { format: 'markdown' },
    });
    return page.markdown!;
  }

  branch(request: number): Promise<Branch> {
    const changeRequest = this.drafts[request]!.params.changeRequestId!;
    return new BranchCaller(world).call('getBranch', { space: this.id, changeRequest });
  }
}

const markdownOf = (blocks: string[][]) => `# Page\n\n${blocks.flat().join('\n\n')}\n`;

it('does what one after the other would do, in any history', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const model = new Model();
      const space = await Space.create(model);
      for (const [n, step] of taken.entries()) await take(space, model, step, n);
    }),
    { numRuns, seed },
  );
});

async function take(space: Space, model: Model, { request, kind }: Step, n: number): Promise<void> {
  if (kind === 'edit' || kind === 'share') {
    const block = kind === 'edit' ? request : shared;
    const text = `Text ${block} as it was in the beginning, and then in step ${n}.`;
    const edited = model.edit(request, block, text);
    expect(await space.edit(request, model.drafts[request]!.now.with(block, [text]))).toBe(edited);
  } else if (kind === 'update') expect(await space.call(request, 'updateChangeRequest')).toBe(model.update(request));
  else {
    const wasMerged = model.drafts[request]!.merged;
    const answer = await space.call(request, 'mergeChangeRequest');
    expect(answer).toBe(wasMerged ? (answer ?? undefined) : model.merge(request));
  }
  expect(await space.main()).toBe(markdownOf(model.main));
  expect(await space.draft(request)).toBe(markdownOf(model.drafts[request]!.now));
  const { merged, outdated } = await space.branch(request);
  expect(Boolean(merged)).toBe(model.drafts[request]!.merged);
  if (merged) expect(outdated).toBe(false);
}

it('loses no edit of change requests that are edited, updated and merged at once', async () => {
  const model = new Model();
  const space = await Space.create(model);
  await Promise.all(
    requests.map(async (request) => {
      let own = model.main;
      for (const n of [1, 2, 3]) {
        own = own.with(request, [`Text ${request} as it was in the beginning, edited ${n} times.`]);
        // Each edits its own block of what it has read; what came in meanwhile is read first.
        const read = await space.draft(request);
        const blocks = read
          .split('\n\n')
          .slice(1)
          .map((text) => [text.trim()]);
        expect(await space.edit(request, blocks.with(request, own[request]!))).toBe(true);
        expect(await space.call(request, 'updateChangeRequest')).toBe('update');
      }
      expect(await space.call(request, 'mergeChangeRequest')).toBe('merge');
    }),
  );
  const merged = requests.map((request) => [`Text ${request} as it was in the beginning, edited 3 times.`]);
  expect(await space.main()).toBe(markdownOf([...merged, model.main[shared]!]));
});
