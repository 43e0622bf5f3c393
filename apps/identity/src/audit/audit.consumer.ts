import { Injectable } from '@nestjs/common';
import { auditRecorded, services, type AuditRecord, type EventEnvelope } from '@bindery/contracts';
import { ConsumesTogether } from '@bindery/messaging';
import { AuditRepository } from './audit.repository';

/** Milliseconds in which rows are stored together. */
const linger = 100;

/** Collects the audit rows of all services. */
@Injectable()
export class AuditConsumer {
  constructor(private readonly audit: AuditRepository) {}

  @ConsumesTogether(services.map(auditRecorded), 'audit', { linger })
  record(events: EventEnvelope<AuditRecord>[], consumer: string): Promise<void> {
    return this.audit.record(events, consumer);
  }
}
