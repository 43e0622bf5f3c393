import { Injectable } from '@nestjs/common';
import { auditRecorded, services, type AuditRecord, type EventEnvelope } from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { AuditRepository } from './audit.repository';

const [identity, content, changeRequests, sites, integrations, aiJobs] = services.map(auditRecorded) as [
  ReturnType<typeof auditRecorded>, ...ReturnType<typeof auditRecorded>[],
] & { length: 6 };

/** Collects the audit rows of all services. */
@Injectable()
export class AuditConsumer {
  constructor(private readonly audit: AuditRepository) {}
}
