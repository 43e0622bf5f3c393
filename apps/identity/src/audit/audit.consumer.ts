import { Injectable } from '@nestjs/common';
import { auditRecorded, services, type AuditRecord, type EventEnvelope } from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { AuditRepository } from './audit.repository';

/** Collects the audit rows of all services. */
@Injectable()
export class AuditConsumer {
  constructor(private readonly audit: AuditRepository) {}

  @Consumes(services.map(auditRecorded), 'audit', { atOnce: 32 })
  async record(event: EventEnvelope<AuditRecord>): Promise<void> {
    this.audit.add(event);
  }
}
