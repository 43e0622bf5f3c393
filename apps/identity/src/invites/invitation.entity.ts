import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MemberRole } from '@bindery/contracts';

/** An invited address without a user. */
@Entity('invitation')
@Index('invitation_created', ['createdAt'])
export class InvitationEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) email!: string;
  @Column({ type: 'text', nullable: true }) role!: MemberRole | null;
  @Column({ type: 'boolean', default: false }) sso!: boolean;
  @Column({ type: 'text', name: 'invited_by', collation: 'C' }) invitedBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
