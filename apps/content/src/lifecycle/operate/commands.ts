import { JobQueue } from '@bindery/jobs';
import { newId, type Database } from '@bindery/persistence';
import { OperatorError, type OperatorCommand } from '@bindery/service';
import { indexLinks, indexSpace } from '../../catalog/spaces/index-jobs';
import { retention } from '../../catalog/spaces/space-lifetime';
import { EMPTY_ROOT } from '../../storage/store/chunk';

interface Space {
  id: string;
  organizationId: string;
  deleted: boolean;
}

/** Spaces that one statement reads. */
const atOnce = 500;

export const reindex: OperatorCommand = {
  name: 'reindex',
  usage: '[<space>]',
  arguments: [0, 1],
  async run({ db }, { args: [wanted] }) {
    const only = wanted === undefined ? undefined : await spaceOf(db, wanted, false);
    if (only?.deleted) throw new OperatorError(`The space ${wanted} is deleted`);
    let spaces = 0;
    for await (const space of only ? [only] : activeSpaces(db)) {
      await indexAll(db, space);
      spaces += 1;
    }
    return {
      rows: [{ spaces }],
      summary: `the search index and links of ${spaces} spaces are being made again from their content; both can be used in the meantime`,
      next: 'jobs list --kind search.index',
    };
  },
};

export const purge: OperatorCommand = {
  name: 'purge',
  usage: 'now [<deleted space>] [--yes]',
  arguments: [1, 2],
  flags: ['yes'],
  async run({ db }, { args: [now, wanted], flags }) {
    if (now !== 'now')
      throw new OperatorError('Write "now", and the title or id of a deleted space to purge only that space');
    const space = wanted === undefined ? undefined : await spaceOf(db, wanted, true);
    if (space && !space.deleted) throw new OperatorError(`The space ${wanted} is not deleted: delete it first`);
    const id = space?.id;
    const due = await dueSpaces(db, id);
    const rows = due.map((one) => ({ space: one.id, title: one.title, deletedAt: one.deletedAt }));
    if (!flags.has('yes'))
      return {
        rows,
        summary: `${due.length} deleted spaces would be removed permanently`,
        next: 'the same command with --yes',
      };
    // The service's own purge then removes the space, with all rows that depend on it.
    if (id !== undefined) await hasten(db, id);
    const organizations = await db.run(`update sweep set due_at = now() where due_at > now()`);
    return {
      rows,
      summary: `${due.length} deleted spaces are removed within a minute; unreferenced content of ${organizations} organizations once it was not requested for a day`,
      next: 'jobs list --kind sweep',
    };
  },
};

/** Makes the purge of a deleted space due, unless a user has just restored it. */
async function hasten(db: Database, id: string): Promise<void> {
  const hastened = await db.run(
    `update space set deleted_at = least(deleted_at, now() - $2 * interval '1 ms') where id = $1 and deleted_at is not null`,
    [id, retention],
  );
  if (hastened === 0) throw new OperatorError(`The space ${id} was restored in the meantime`);
}

/** Makes the indexers index everything again: indexed pages stay until they are replaced, except computed ones. */
function indexAll(db: Database, { id: space, organizationId }: Space): Promise<void> {
  const jobs = new JobQueue(db);
  return db.transaction(async () => {
    // A run in progress finds that it has lost the index. The next one first goes to the pages that are indexed: search hides by
    // their conditions what it still shows of them.
    await db.run(
      `update search_space set pages = $2, target = coalesce(nullif(pages, $2), target), computed = '', run = $3
       where space_id = $1`,
      [space, EMPTY_ROOT, newId()],
    );
    // An indexer takes over what other spaces have indexed, but nothing that is outdated.
    await db.run(
      `update search_document set outdated = true
       where not outdated and id in (select document_id from search_page where space_id = $1)`,
      [space],
    );
    await db.run(`update link_space set pages = $2, files = $2, reusable_contents = $2 where space_id = $1`, [
      space,
      EMPTY_ROOT,
    ]);
    for (const kind of [indexSpace, indexLinks]) await jobs.add(kind, { organizationId, input: { space }, key: space });
  });
}

/** The space with an id, or the deleted or active one with a title. */
async function spaceOf(db: Database, wanted: string, deleted: boolean): Promise<Space> {
  const found = await db.query<Space>(
    `select id, organization_id as "organizationId", deleted_at is not null as deleted from space
     where id = $1 or title = $1 and (deleted_at is not null) = $2 order by id = $1 desc, id limit 20`,
    [wanted, deleted],
  );
  const [space] = found;
  if (!space) throw new OperatorError(`There is no space ${wanted}`);
  if (found.length > 1 && space.id !== wanted)
    throw new OperatorError(
      `${found.length} spaces have the title "${wanted}": give the id of one (${found.map(({ id }) => id).join(', ')})`,
    );
  return space;
}

async function* activeSpaces(db: Database): AsyncGenerator<Space> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const some: Space[] = await db.query<Space>(
      `select id, organization_id as "organizationId", false as deleted from space
       where id > $1 and deleted_at is null order by id limit $2`,
      [after, atOnce],
    );
    yield* some;
    after = some.length < atOnce ? undefined : some.at(-1)!.id;
  }
}

const dueSpaces = (db: Database, id: string | undefined) =>
  db.query<{ id: string; title: string; deletedAt: string }>(
    `select id, title, to_char(deleted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "deletedAt" from space
     where deleted_at is not null and (id = $1 or $1 is null and deleted_at < now() - $2 * interval '1 ms')
     order by deleted_at limit 1000`,
    [id ?? null, retention],
  );
