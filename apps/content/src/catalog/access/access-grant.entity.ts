import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MemberRole } from '@bindery/contracts';

/** The role of a user or a team on a space or a collection. */
@Entity('access_grant')
@Index('access_grant_subject', ['subjectId', 'targetId'])
@Index('access_grant_target', ['targetId', 'subjectType', 'createdAt', 'subjectId'])
@Index('access_grant_organization', ['organizationId', 'subjectId'])
export class AccessGrantEntity {
  @PrimaryColumn({ type: 'text', name: 'target_id', collation: 'C' }) targetId!: string;
  @Column({ type: 'text', name: 'target_type' }) targetType!: 'space' | 'collection';
  @PrimaryColumn({ type: 'text', name: 'subject_id', collation: 'C' }) subjectId!: string;
  @Column({ type: 'text', name: 'subject_type' }) subjectType!: 'user' | 'team';
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) role!: MemberRole;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  /** Set until it is confirmed that the user becomes a guest. */
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at', nullable: true }) expiresAt!: Date | null;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
