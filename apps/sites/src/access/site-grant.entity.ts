import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MemberRole } from '@bindery/contracts';

/** The role of a user or a team on a site. */
@Entity('site_grant')
@Index('site_grant_subject', ['subjectId', 'siteId'])
export class SiteGrantEntity {
  @PrimaryColumn({ type: 'text', name: 'site_id', collation: 'C' }) siteId!: string;
  @PrimaryColumn({ type: 'text', name: 'subject_id', collation: 'C' }) subjectId!: string;
  @Column({ type: 'text', name: 'subject_type' }) subjectType!: 'user' | 'team';
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) role!: MemberRole;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
}
