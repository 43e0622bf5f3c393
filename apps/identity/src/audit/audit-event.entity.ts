import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('audit_event')
@Index('audit_event_organization', ['organizationId', 'occurredAt', 'id'])
export class AuditEventEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', nullable: true, collation: 'C' }) organizationId!: string | null;
  @Column({ type: 'text' }) service!: string;
  @Column({ type: 'text' }) action!: string;
  @Column({ type: 'text' }) actor!: string;
  @Column({ type: 'text' }) token!: string;
  @Column({ type: 'text', name: 'target_type' }) targetType!: string;
  @Column({ type: 'text', name: 'target_id' }) targetId!: string;
  @Column({ type: 'jsonb' }) params!: Record<string, string>;
  @Column({ type: 'timestamptz', precision: 3, name: 'occurred_at' }) occurredAt!: Date;
}
