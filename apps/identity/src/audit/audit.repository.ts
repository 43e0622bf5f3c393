import { Injectable } from '@nestjs/common';
import type { AuditRecord, EventEnvelope, ListAuditEventsQuery } from '@bindery/contracts';
import { freshEvents } from '@bindery/messaging';
import { Database, Values, type KeysetPosition } from '@bindery/persistence';
import { AuditEventEntity } from './audit-event.entity';

type AuditFilter = Pick<ListAuditEventsQuery, 'action' | 'actor' | 'target' | 'from' | 'to'>;

const columns = `id, organization_id as "organizationId", service, action, actor, token, target_type as "targetType",
  target_id as "targetId", params, occurred_at as "occurredAt"`;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

@Injectable()
export class AuditRepository {
  constructor(private readonly db: Database) {}

  /** Stores the rows of those events that the consumer has not received before. */
  async record(events: readonly EventEnvelope<AuditRecord>[], consumer: string): Promise<void> {
    await this.db.run(
      `with ${freshEvents('$1', '$2')}
       insert into audit_event (id, organization_id, service, action, actor, token, target_type, target_id, params, occurred_at)
       select id, organization, service, action, actor, token, target_type, target_id, params, occurred_at
       from json_to_recordset($3) as new (id uuid, organization text, service text, action text, actor text, token text,
         target_type text, target_id text, params jsonb, occurred_at timestamptz) join fresh using (id)`,
      [consumer, events.map(({ id }) => id), JSON.stringify(events.map(rowOf))],
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
    after: KeysetPosition | undefined,
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

function rowOf({ id, type, occurredAt, payload }: EventEnvelope<AuditRecord>): object {
  const { action, organization, actor, token, target, params } = payload;
  const service = type.slice(0, type.indexOf('.'));
  const stored = { id, organization, service, action, actor, token, target_type: target.type, target_id: target.id };
  return { ...stored, params, occurred_at: occurredAt };
}
