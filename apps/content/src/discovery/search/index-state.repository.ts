import { Injectable } from '@nestjs/common';
import { JobLostError } from '@bindery/jobs';
import { Database, newId } from '@bindery/persistence';
import { EMPTY_ROOT } from '../../storage/store/chunk';
import type { IndexSource, IndexState, SpaceIndex } from './index-state';

/** A row of `search_space` in the form of `IndexSource`. */
export const indexOf = (row: string): string => `
  case when ${row}.space_id is not null then
    json_build_object('analyzer', ${row}.dictionary, 'shards', ${row}.shards, 'pages', ${row}.pages, 'target', ${row}.target,
      'computed', ${row}.computed, 'dependencies', ${row}.specifications, 'run', ${row}.run) end`;

/** The index states of spaces. Every write checks that no later run has taken over. */
@Injectable()
export class IndexStateRepository {
  constructor(private readonly db: Database) {}

  async source(space: string): Promise<IndexSource | undefined> {
    const [source] = await this.db.query<IndexSource>(
      `select s.organization_id as "organizationId", s.language, r.pages, ${indexOf('x')} as index
       from space s join branch b on b.space_id = s.id and b.id = 'main' join revision r on r.id = b.head
       left join search_space x on x.space_id = s.id where s.id = $1`,
      [space],
    );
    return source;
  }

  /**
   * Moves the index to other pages, for a run of one transaction: no other run writes before its end, and earlier ones
   * find that they have lost the index. Undefined when the index has changed.
   */
  async advance(
    space: string,
    { organizationId, pages, index: seen }: IndexSource & { index: NonNullable<IndexSource['index']> },
  ): Promise<SpaceIndex | undefined> {
    const run = newId();
    const held = await this.db.run(
      `update search_space set pages = $2, run = $3, version = version + 1
       where space_id = $1 and pages = $4 and run = $5 and target is null`,
      [space, pages, run, seen.pages, seen.run],
    );
    return held ? { space, organizationId, analyzer: seen.analyzer, shards: seen.shards, run } : undefined;
  }

  /**
   * Takes over the space's index for a run to some pages: earlier runs find that they have lost it, and the target of an
   * interrupted one stays the target. Undefined when the space is gone.
   */
  async take(
    space: string,
    { organizationId, pages }: Pick<IndexSource, 'organizationId' | 'pages'>,
    analyzer: string,
    run: string,
  ): Promise<IndexState | undefined> {
    const [state] = await this.db.query<Omit<IndexState, 'organizationId' | 'run'>>(
      `insert into search_space as x (space_id, dictionary, pages, run, target)
       select id, $2, $3, $4, nullif($5, $3) from space where id = $1
       on conflict (space_id) do update set run = excluded.run, target = coalesce(x.target, nullif($5, x.pages))
       returning space_id as space, dictionary as analyzer, shards, pages, target, specifications as dependencies, computed`,
      [space, analyzer, EMPTY_ROOT, run, pages],
    );
    return state && { ...state, organizationId, run };
  }

  /**
   * Resets the state, so that the next advance indexes everything; pages of the revision stay until they are replaced. With
   * `target`, the run first goes to these pages.
   */
  async reset(state: IndexState, analyzer: string, target: string | null = null): Promise<void> {
    await this.write(
      state,
      `dictionary = $3, pages = $4, target = $5, shards = '{}', computed = ''`,
      ...[analyzer, EMPTY_ROOT, target],
    );
    Object.assign(state, { analyzer, pages: EMPTY_ROOT, target, shards: [], computed: '' });
  }

  /** Stores the target of the run, so that the next one first finishes it. */
  async aim(state: IndexState, target: string): Promise<void> {
    if (state.target === target) return;
    await this.write(state, `target = $3`, target);
    state.target = target;
  }

  async arrive(state: IndexState, pages: string): Promise<void> {
    await this.write(state, `pages = $3, target = null`, pages);
    Object.assign(state, { pages, target: null });
  }

  async arriveAtComputed(state: IndexState, computed: string): Promise<void> {
    await this.write(state, `computed = $3`, computed);
    state.computed = computed;
  }

  /** Stores the sources of the space's computed pages; null when they have to be read again. */
  async dependOn(state: IndexState, dependencies: string[] | null): Promise<void> {
    await this.write(state, `specifications = $3`, dependencies);
    state.dependencies = dependencies;
  }

  /** Stores the engine's shards of the space's documents. */
  async adopt(index: SpaceIndex, shards: number[]): Promise<void> {
    await this.write(index, `shards = $3`, shards);
    index.shards = shards;
  }

  private async write({ space, run }: SpaceIndex, set: string, ...values: unknown[]): Promise<void> {
    const held = await this.db.run(
      `update search_space set ${set}, version = version + 1 where space_id = $1 and run = $2`,
      [space, run, ...values],
    );
    if (!held) throw new JobLostError();
  }

  /**
   * Runs a step in one transaction, which blocks a run that takes over meanwhile. The version counts steps, so that
   * earlier results are not returned after a step.
   */
  step<T>(index: SpaceIndex, work: () => Promise<T>): Promise<T> {
    return this.db.transaction(async () => {
      await this.write(index, 'run = run');
      return work();
    });
  }

  /** The spaces of an organization with pages that are computed from one of these specifications (by slug or id) or spaces. */
  async dependents(organization: string, references: string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select s.id from search_space x join space s on s.id = x.space_id
       where s.organization_id = $1 and x.specifications && $2::text[] order by s.id`,
      [organization, references],
    );
    return rows.map(({ id }) => id);
  }

  /** The spaces of an organization, or of some, with pages of scripts, or whose computed pages are not read yet. */
  async scripted(organization: string, some?: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select s.id from search_space x join space s on s.id = x.space_id
       where s.organization_id = $1 and ($2::text[] is null or s.id = any($2)) and s.deleted_at is null
         and (x.specifications is null
           or exists (select from unnest(x.specifications) as d (source) where d.source like 'integration:%'))
       order by s.id`,
      [organization, some ?? null],
    );
    return rows.map(({ id }) => id);
  }

  /** The age in seconds of the oldest head of a main branch that is not indexed; 0 when all are. */
  async lag(): Promise<number> {
    const [row] = await this.db.query<{ lag: number }>(
      `select coalesce(extract(epoch from now() - min(r.created_at)), 0)::float as lag
       from branch b join revision r on r.id = b.head left join search_space x on x.space_id = b.space_id
       where b.id = 'main' and r.pages <> coalesce(x.pages, $1)`,
      [EMPTY_ROOT],
    );
    return row!.lag;
  }
}
