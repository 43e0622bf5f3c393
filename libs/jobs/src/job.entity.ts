import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type JobState = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';

/** One piece of long work. Its worker renews a lease on it; after the lease expires, another worker may claim it. */
@Entity('job')
@Index('job_organization', ['organizationId', 'kind', 'createdAt', 'id'])
export class JobEntity<Input = unknown, Progress = unknown, Result = unknown> {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text' }) kind!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  /** At most one job of a kind waits under a key. */
  @Column({ type: 'text', nullable: true }) key!: string | null;
  @Column({ type: 'text', default: 'pending' }) state!: JobState;
  @Column({ type: 'jsonb' }) input!: Input;
  @Column({ type: 'jsonb', default: {} }) progress!: Progress;
  @Column({ type: 'jsonb', nullable: true }) result!: Result | null;
  @Column({ type: 'text', nullable: true }) error!: string | null;
  @Column({ type: 'integer', default: 0 }) attempts!: number;
  @Column({ type: 'timestamptz', precision: 3, name: 'run_after', default: () => 'now()' }) runAfter!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'lease_until', nullable: true }) leaseUntil!: Date | null;
  @Column({ type: 'text', nullable: true }) worker!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'started_at', nullable: true }) startedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'ended_at', nullable: true }) endedAt!: Date | null;
}
