import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MemberRole } from '@bindery/contracts';

/** An invite link: whoever knows its id may become a member. */
@Entity('link_invite')
@Index('link_invite_organization', ['organizationId', 'createdAt', 'id'])
export class LinkInviteEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text', nullable: true }) role!: MemberRole | null;
  @Column({ type: 'text', name: 'created_by', collation: 'C' }) createdBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
