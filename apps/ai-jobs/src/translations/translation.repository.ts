import { Injectable } from '@nestjs/common';
import { Database, unasked, type KeysetPosition } from '@bindery/persistence';
import { isThisMonth } from '../models/model-usage.repository';
import type { TranslationRow } from './translation.rows';

const columns = `t.id, t.organization_id as "organizationId", t.source_space as "sourceSpace", t.source_language as "sourceLanguage",
  t.language, t.instructions, t.automatic, t.run_id as "runId", j.state as "runState",
  case when j.state = 'failed' then j.error end as "runError", t.result_space as "resultSpace",
  t.result_revision as "resultRevision", t.runs, t.total_words::float8 as "totalWords",
  (select count(*)::int from translation_unit u where u.translation_id = t.id and u.kind = 'page' and u.failure is null) as "totalPages",
  t.total_duration::float8 as "totalDuration", t.latest_duration::float8 as "latestDuration", t.latest_pages as "latestPages",
  t.latest_words as "latestWords", t.created_by as "createdBy", t.created_at as "createdAt", t.updated_at as "updatedAt", t.version`;
const from = `from translation t left join job j on j.id = t.run_id`;

/** The revisions at the heads of spaces, by the ids of the spaces. */
type Heads = ReadonlyMap<string, string>;

const columnsOf = (heads: Heads): [spaces: string[], revisions: string[]] => [[...heads.keys()], [...heads.values()]];

/** Which translations of an organization: those whose source is one of the spaces; all where there is no list. */
export interface TranslationFilter {
  organization: string;
  sources: string[] | null;
}

type NewTranslation = Pick<
  TranslationRow,
  'id' | 'organizationId' | 'sourceSpace' | 'sourceLanguage' | 'language' | 'instructions' | 'automatic' | 'createdBy'
>;

const behind = `from translation t join unnest($1::text[], $2::text[]) as head (space, revision) on t.source_space = head.space
  where t.automatic and t.source_revision is distinct from head.revision`;
/** Whether a run did not translate everything, for a reason that may pass with time. The runs of release 0.1.0 do not say it. */
const isRetryable = (run: string): string =>
  `(${run}.state = 'failed' or ${run}.state = 'completed' and coalesce(${run}.result -> 'isRetryable', 'false') = 'true')`;
const runOf = (run: string): string => `${run}.kind = 'translation' and ${run}.input ->> 'translation' = t.id`;
/** The time from the end of a run to its retry: 5 minutes after the first failure, twice as long after each further one, at most 21 hours. */
const untilRetry = `(select interval '5 minutes' * power(2, least(count(*) - 1, 8)) from job run
  where ${runOf('run')} and run.created_at > coalesce(
    (select max(last.created_at) from job last where ${runOf('last')} and not ${isRetryable('last')}), '-infinity'))`;
/** The tokens that the organization has spent in this month. */
const spent = `coalesce((select tokens from model_usage u where u.organization_id = t.organization_id and u.${isThisMonth}), 0)`;
const filtered = `t.organization_id = $1 and ($2::text[] is null or t.source_space = any($2))`;

/** An automatic translation whose latest run is to be retried. */
export type RetryableTranslation = Pick<TranslationRow, 'id' | 'organizationId' | 'runId'>;

@Injectable()
export class TranslationRepository {
  constructor(private readonly db: Database) {}

  async find(organization: string, id: string): Promise<TranslationRow | undefined> {
    const [row] = await this.db.query<TranslationRow>(
      `select ${columns} ${from} where t.organization_id = $1 and t.id = $2`,
      [organization, id],
    );
    return row;
  }

  /** The spaces that translations of the organization have made; without the translations that have made none. */
  results(organization: string, ids: readonly string[]): Promise<{ translation: string; space: string }[]> {
    return this.db.query(
      `select id as translation, result_space as space from translation
       where organization_id = $1 and id = any($2) and result_space is not null and result_revision is not null`,
      [organization, ids],
    );
  }

  /** Loads the translation and locks it until the transaction ends. */
  async lock(organization: string, id: string): Promise<TranslationRow | undefined> {
    await this.db.run(`select from translation where organization_id = $1 and id = $2 for no key update`, [
      organization,
      id,
    ]);
    return this.find(organization, id);
  }

  /** In the order of their creation. */
  list(
    { organization, sources }: TranslationFilter,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<TranslationRow[]> {
    return this.db.query<TranslationRow>(
      `select ${columns} ${from} where ${filtered} and ($3::timestamptz is null or (t.created_at, t.id) > ($3, $4))
       order by t.created_at, t.id limit $5`,
      [organization, sources, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async count({ organization, sources }: TranslationFilter): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from translation t where ${filtered}`,
      [organization, sources],
    );
    return row!.count;
  }

  /** Whether a translation follows one of the spaces and its latest run has not read the revision at that space's head. */
  async isAnyBehind(heads: Heads): Promise<boolean> {
    const found = await this.db.query(`select ${behind} limit 1`, columnsOf(heads));
    return found.length > 0;
  }

  /** Locks and answers the translations that follow one of the spaces and whose latest run has not read its head. */
  lockThoseBehind(heads: Heads): Promise<Pick<TranslationRow, 'id' | 'organizationId'>[]> {
    const statement = `select t.id, t.organization_id as "organizationId" ${behind} order by t.id for no key update of t`;
    return this.db.query(statement, columnsOf(heads));
  }

  /** The automatic translations whose latest run is to be retried now, where an organization may spend so many tokens in a month. */
  toRetry(tokensPerMonth: number): Promise<RetryableTranslation[]> {
    return this.db.query(
      `${unasked} select t.id, t.organization_id as "organizationId", t.run_id as "runId" ${from}
       where t.automatic and (
         (${isRetryable('j')} and j.ended_at + ${untilRetry} <= now())
         or (j.state = 'completed' and j.result -> 'lacksTokens' = 'true' and ${spent} < $1))`,
      [tokensPerMonth],
    );
  }

  /** Records the revision of the source that a run has read. */
  async setSourceRevision(id: string, revision: string): Promise<void> {
    await this.db.run(`update translation set source_revision = $2 where id = $1`, [id, revision]);
  }

  async insert(translation: NewTranslation): Promise<void> {
    const { id, organizationId, sourceSpace, sourceLanguage, language, instructions, automatic, createdBy } =
      translation;
    await this.db.run(
      `insert into translation (id, organization_id, source_space, source_language, language, instructions, automatic, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, organizationId, sourceSpace, sourceLanguage, language, JSON.stringify(instructions), automatic, createdBy],
    );
  }

  /** Absent leaves. */
  async update(
    id: string,
    { instructions, automatic }: Partial<Pick<TranslationRow, 'instructions' | 'automatic'>>,
  ): Promise<void> {
    await this.db.run(
      `update translation set instructions = coalesce($2::jsonb, instructions), automatic = coalesce($3, automatic),
         updated_at = now(), version = version + 1 where id = $1`,
      [id, instructions ? JSON.stringify(instructions) : null, automatic ?? null],
    );
  }

  async setRun(id: string, run: string): Promise<void> {
    await this.db.run(`update translation set run_id = $2, updated_at = now(), version = version + 1 where id = $1`, [
      id,
      run,
    ]);
  }

  /** The id of the translated space: the one that it has, else the given one from now on. */
  async claimResult(id: string, space: string): Promise<string> {
    const [row] = await this.db.query<{ space: string }>(
      `update translation set result_space = coalesce(result_space, $2) where id = $1 returning result_space as space`,
      [id, space],
    );
    return row!.space;
  }

  /** Adds up a run that has ended. */
  async complete(id: string, run: string, revision: string): Promise<void> {
    await this.db.run(
      `with done as (
         select count(*) filter (where kind = 'page' and failure is null)::int as pages, coalesce(sum(words), 0)::int as words
         from translation_unit where translation_id = $1 and run_id = $2
       ), took as (
         select (extract(epoch from clock_timestamp() - started_at) * 1000)::bigint as milliseconds from job where id = $2)
       update translation t set result_revision = $3, runs = t.runs + 1, total_words = t.total_words + done.words,
         total_duration = t.total_duration + took.milliseconds, latest_duration = took.milliseconds,
         latest_pages = done.pages, latest_words = done.words, updated_at = now(), version = t.version + 1
       from done, took where t.id = $1`,
      [id, run, revision],
    );
  }

  async delete(id: string): Promise<void> {
    await this.db.run(`delete from translation where id = $1`, [id]);
  }

  /** Deletes the translations of a deleted space; those that made it stay and can make another. */
  async forgetSpace(space: string): Promise<void> {
    await this.db.run(
      `with made as (
         update translation set result_space = null, result_revision = null, version = version + 1
         where result_space = $1 returning id)
       update translation_unit set placed = false where translation_id in (select id from made)`,
      [space],
    );
    await this.db.run(`delete from translation where source_space = $1`, [space]);
  }
}
