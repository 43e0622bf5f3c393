import { Injectable } from '@nestjs/common';
import type { AuditRecord, EventEnvelope } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { AuditEventEntity } from './audit-event.entity';

@Injectable()
export class AuditRepository {
  constructor(private readonly db: Database) {}

  async add({ id, type, occurredAt, payload }: EventEnvelope<AuditRecord>): Promise<void> {
    const { action, organization, actor, token, target, params } = payload;
    await this.db.manager.insert(AuditEventEntity, {
      id,
      organizationId: organization,
      service: type.slice(0, type.indexOf('.')),
      action,
      actor,
      token,
      targetType: target.type,
      targetId: target.id,
      params,
      occurredAt: new Date(occurredAt),
    });
  }
}
