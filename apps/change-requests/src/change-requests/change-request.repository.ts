import { Injectable } from '@nestjs/common';
import type { ChangeRequestsQuery, ChangeRequestStatus } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import { Database, Values, type KeysetPosition } from '@bindery/persistence';
import { CountRepository } from '../counts/count.repository';
import { ChangeRequestEntity } from './change-request.entity';

/** A change request as it is shown. */
export type ChangeRequestRow = ChangeRequestEntity & { comments: number };

type ChangeRequestFilter = Omit<ChangeRequestsQuery, 'page' | 'limit'>;

interface ChangeRequestChange {
  subject?: string;
  description?: Document | null;
  status?: ChangeRequestStatus;
}

const columns = `p.id, p.space_id as "spaceId", p.number, p.status, p.subject, p.description,
  p.conversations_issues_cluster as "conversationsIssuesCluster", p.created_by as "createdBy", p.created_at as "createdAt",
  p.updated_at as "updatedAt", p.version, (select count(*)::int from comment c
    where c.change_request_id = p.id and c.resolved_at is null) as comments`;

/** A decimal number without sign, leading zeros or fraction, in the range of the column. */
const decimal = /^[1-9]\d{0,8}$/;

@Injectable()
export class ChangeRequestRepository {
  constructor(
    private readonly db: Database,
    private readonly counts: CountRepository,
  ) {}

  /** By id or by number. */
  async resolve(space: string, idOrNumber: string): Promise<ChangeRequestRow | undefined> {
    const by = decimal.test(idOrNumber) ? 'number = $2::integer' : 'id = $2';
    const [row] = await this.db.query<ChangeRequestRow>(
      `select ${columns} from change_request p where p.space_id = $1 and p.${by}`,
      [space, idOrNumber],
    );
    return row;
  }

  /** The change requests with these ids, in any space. */
  findAll(ids: readonly string[]): Promise<ChangeRequestRow[]> {
    return this.db.query<ChangeRequestRow>(`select ${columns} from change_request p where p.id = any($1)`, [ids]);
  }

  /** Loads the change request and locks it until the transaction ends. */
  async lock({ id, spaceId }: Pick<ChangeRequestRow, 'id' | 'spaceId'>): Promise<ChangeRequestRow | undefined> {
    await this.db.run(`select from change_request where id = $1 for no key update`, [id]);
    return this.resolve(spaceId, id);
  }

  /** The change requests of the spaces, the newest first. */
  list(
    spaces: string[],
    filter: ChangeRequestFilter,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<ChangeRequestRow[]> {
    const { where, values } = condition(spaces, filter);
    const position = after
      ? `and (p.created_at, p.id) < (${values.add(after.value)}::timestamptz, ${values.add(after.id)})`
      : '';
    return this.db.query<ChangeRequestRow>(
      `select ${columns} from change_request p where ${where} ${position}
       order by p.created_at desc, p.id desc limit ${values.add(limit)}`,
      values.all,
    );
  }

  async count(spaces: string[], filter: ChangeRequestFilter): Promise<number> {
    const { creator, contributor, requestedReviewer, conversationsIssuesCluster } = filter;
    if (!creator && !contributor && !requestedReviewer && !conversationsIssuesCluster)
      return (await this.counts.activity(spaces)).changeRequests[filter.status];
    const { where, values } = condition(spaces, filter);
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from change_request p where ${where}`,
      values.all,
    );
    return row!.count;
  }

  /**
   * Stores a change request under the space's next number. The next insert waits until this transaction ends, so that numbers
   * have no gaps. Keep the transaction short.
   */
  async insert(
    request: Pick<
      ChangeRequestEntity,
      'id' | 'spaceId' | 'subject' | 'createdBy' | 'description' | 'conversationsIssuesCluster'
    > &
      Partial<Pick<ChangeRequestEntity, 'status'>>,
  ): Promise<ChangeRequestRow> {
    const { id, spaceId, subject, createdBy, description, conversationsIssuesCluster, status = 'draft' } = request;
    const [row] = await this.db.query<ChangeRequestRow>(
      `with taken as (
         insert into space_counter as k (space_id, last_number) values ($2, 1)
         on conflict (space_id) do update set last_number = k.last_number + 1 returning last_number)
       insert into change_request as p (id, space_id, number, status, subject, created_by, description, conversations_issues_cluster)
       select $1, $2, taken.last_number, $7, $3, $4, $5, $6 from taken returning ${columns}`,
      [id, spaceId, subject, createdBy, description && JSON.stringify(description), conversationsIssuesCluster, status],
    );
    return row!;
  }

  /** Sets what is given: absent leaves, null clears. Returns the version that it then has. */
  async update(id: string, { subject, description, status }: ChangeRequestChange): Promise<number> {
    const [row] = await this.db.query<{ version: number }>(
      `update change_request set subject = coalesce($2, subject), status = coalesce($3, status),
         description = case when $4 then $5::jsonb else description end, updated_at = now(), version = version + 1
       where id = $1 returning version`,
      [
        id,
        subject ?? null,
        status ?? null,
        description !== undefined,
        description ? JSON.stringify(description) : null,
      ],
    );
    return row!.version;
  }

  /**
   * Records an edit of the content when the transaction commits. The version stays, because clients compare only the fields of
   * the change request with it. The event of an edit may arrive after the merge: the time of the last change then stays as well.
   */
  edited(space: string, id: string, user: string): void {
    this.db.bufferInsert(this.noteEdits, { space, id, user });
  }

  private readonly noteEdits = async (edits: { space: string; id: string; user: string }[]): Promise<void> => {
    const values = [edits.map(({ space }) => space), edits.map(({ id }) => id), edits.map(({ user }) => user)];
    const edited = `unnest($1::text[], $2::text[], $3::text[]) as e (space, id, author)`;
    await this.db.run(
      `with noted as (
         select p.id from change_request p
         where (p.space_id, p.id) in (select e.space, e.id from ${edited}) and p.status <> 'merged'
         order by p.id for no key update of p)
       update change_request p set updated_at = now() from noted where p.id = noted.id`,
      values,
    );
    await this.db.run(
      `insert into edit_contribution (change_request_id, user_id, edits)
       select p.id, e.author, count(*) from ${edited} join change_request p on p.space_id = e.space and p.id = e.id
       group by p.id, e.author order by p.id, e.author
       on conflict (change_request_id, user_id) do update
         set edits = edit_contribution.edits + excluded.edits, updated_at = now()`,
      values,
    );
  };
}

function condition(spaces: string[], filter: ChangeRequestFilter): { where: string; values: Values } {
  const { status, creator, contributor, requestedReviewer, conversationsIssuesCluster } = filter;
  const values = new Values();
  const [space, ...others] = spaces;
  // For one space the index returns the rows in the order of the list.
  const within = others.length === 0 ? `= ${values.add(space)}` : `= any(${values.add(spaces)})`;
  const parts = [`p.space_id ${within}`, `p.status = ${values.add(status)}`];
  if (creator) parts.push(`p.created_by = ${values.add(creator)}`);
  if (contributor) parts.push(contributedBy(values.add(contributor)));
  if (requestedReviewer) {
    parts.push(`exists (select from requested_reviewer q
      where q.change_request_id = p.id and q.user_id = ${values.add(requestedReviewer)})`);
  }
  if (conversationsIssuesCluster)
    parts.push(`p.conversations_issues_cluster = ${values.add(conversationsIssuesCluster)}`);
  return { where: parts.join(' and '), values };
}

const contributedBy = (user: string) => `(
  exists (select from edit_contribution e where e.change_request_id = p.id and e.user_id = ${user})
  or exists (select from comment c where c.change_request_id = p.id and c.posted_by = ${user})
  or exists (select from comment c join comment_reply a on a.comment_id = c.id
    where c.change_request_id = p.id and a.posted_by = ${user}))`;
