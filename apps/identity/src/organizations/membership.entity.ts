import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MemberRole } from '@bindery/contracts';

@Entity('membership')
@Index('membership_user', ['userId'])
export class MembershipEntity {
  @PrimaryColumn({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @PrimaryColumn({ type: 'text', name: 'user_id', collation: 'C' }) userId!: string;
  /** Null for a guest. */
  @Column({ type: 'text', nullable: true }) role!: MemberRole | null;
  @Column({ type: 'boolean', default: false }) disabled!: boolean;
  @Column({ type: 'timestamptz', precision: 3, name: 'joined_at', default: () => 'now()' }) joinedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'last_seen_at', nullable: true }) lastSeenAt!: Date | null;
  /** Whether the member signs in through the organization's identity provider. */
  @Column({ type: 'boolean', default: false }) sso!: boolean;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
