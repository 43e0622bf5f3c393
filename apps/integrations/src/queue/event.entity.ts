import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `waiting`: no attempt has ended. `retrying`: the last one failed, another follows. `failed`: no further attempts. */
export type EventState = 'waiting' | 'retrying' | 'success' | 'failed';

@Entity('event')
export class EventEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'integration_id', collation: 'C' }) integrationId!: string;
  /** Null for an event without an installation. */
  @Column({ type: 'text', name: 'installation_id', collation: 'C', nullable: true }) installationId!: string | null;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  /** Its sequence number within its installation, from 1. Null for events without order: requests and tasks. */
  @Column({ type: 'bigint', nullable: true }) sequence!: string | null;
  @Column({ type: 'text' }) type!: string;
  /** Encrypted JSON: it may contain a configuration. */
  @Column({ type: 'text' }) payload!: string;
  @Column({ type: 'text', default: 'waiting' }) state!: EventState;
  @Column({ type: 'integer', default: 0 }) attempts!: number;
  @Column({ type: 'timestamptz', precision: 3, name: 'due_at', default: () => 'now()' }) dueAt!: Date;
  /** The end of the lease of the running attempt. */
  @Column({ type: 'timestamptz', precision: 3, name: 'lease_until', nullable: true }) leaseUntil!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
