import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MemberRole } from '@bindery/contracts';

/** An invite link: a user with its id may become a member, or a guest with a role on one space or collection. */
@Entity('link_invite')
@Index('link_invite_organization', ['organizationId', 'createdAt', 'id'])
export class LinkInviteEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  /** The role in the organization, or that on the target. */
  @Column({ type: 'text', nullable: true }) role!: MemberRole | null;
  /** Null for a link to the organization itself. */
  @Column({ type: 'text', name: 'target_type', nullable: true }) targetType!: 'space' | 'collection' | null;
  @Column({ type: 'text', name: 'target_id', nullable: true, collation: 'C' }) targetId!: string | null;
  @Column({ type: 'text', name: 'created_by', collation: 'C' }) createdBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
