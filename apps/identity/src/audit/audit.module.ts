import { Module } from '@nestjs/common';
import { AuditConsumer } from './audit.consumer';
import { AuditController } from './audit.controller';
import { AuditRepository } from './audit.repository';

/** The audit log. */
@Module({
  controllers: [AuditController],
  providers: [AuditRepository, AuditConsumer],
})
export class AuditModule {}
