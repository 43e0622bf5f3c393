import { Injectable } from '@nestjs/common';
import type { AuditRecord, EventEnvelope, ListAuditEventsQuery } from '@bindery/contracts';
import { Database, Values, type After } from '@bindery/persistence';
import { AuditEventEntity } from './audit-event.entity';

export type AuditFilter = Pick<ListAuditEventsQuery, 'action' | 'actor' | 'target' | 'from' | 'to'>;

const columns = `id, organization_id as "organizationId", service, action, actor, token, target_type as "targetType",
  target_id as "targetId", params, occurred_at as "occurredAt"`;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

@Injectable()
export class AuditRepository {
  constructor(private readonly db: Database) {}

  async add({ id, type, occurredAt, payload }: EventEnvelope<AuditRecord>): Promise<void> {
    const { action, organization, actor, token, target, params } = payload;
    await this.db.run(
      `insert into audit_event (id, organization_id, service, action, actor, token, target_type, target_id, params, occurred_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        organization,
        type.slice(0, type.indexOf('.')),
        action,
        actor,
        token,
        target.type,
        target.id,
        JSON.stringify(params),
        occurredAt,
      ],
    );
  }

  async find(organization: string, id: string): Promise<AuditEventEntity | undefined> {
    if (!uuid.test(id)) return undefined;
    const [row] = await this.db.query<AuditEventEntity>(
      `select ${columns} from audit_event where organization_id = $1 and id = $2`,
      [organization, id],
    );
    return row;
  }

  /** The organization's log, newest first. */
  list(
    organization: string,
    filter: AuditFilter,
    after: After | undefined,
    limit: number,
  ): Promise<AuditEventEntity[]> {
    const { where, values } = condition(organization, filter);
    const position = after
      ? `and (occurred_at, id) < (${values.add(after.value)}::timestamptz, ${values.add(after.id)}::uuid)`
      : '';
    return this.db.query<AuditEventEntity>(
      `select ${columns} from audit_event ${where} ${position}
       order by occurred_at desc, id desc limit ${values.add(limit)}`,
      values.all,
    );
  }

  async count(organization: string, filter: AuditFilter): Promise<number> {
    const { where, values } = condition(organization, filter);
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from audit_event ${where}`,
      values.all,
    );
    return row!.count;
  }
}

function condition(organization: string, { action, actor, target, from, to }: AuditFilter) {
  const values = new Values();
  const parts = [`organization_id = ${values.add(organization)}`];
  if (action) parts.push(`action = ${values.add(action)}`);
  if (actor) parts.push(`actor = ${values.add(actor)}`);
  if (target) parts.push(`target_id = ${values.add(target)}`);
  if (from) parts.push(`occurred_at >= ${values.add(new Date(from))}`);
  if (to) parts.push(`occurred_at < ${values.add(new Date(to))}`);
  return { where: `where ${parts.join(' and ')}`, values };
}
