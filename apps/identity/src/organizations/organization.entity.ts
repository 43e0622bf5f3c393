import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MemberRole, OrganizationDefaultContent, OrganizationMergeRules } from '@bindery/contracts';

@Entity('organization')
export class OrganizationEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text' }) type!: 'business' | 'community';
  @Column({ type: 'text', name: 'use_case', nullable: true }) useCase!: string | null;
  @Column({ type: 'text', name: 'email_domains', array: true, default: '{}' }) emailDomains!: string[];
  @Column({ type: 'text', nullable: true }) hostname!: string | null;
  @Column({ type: 'text', name: 'default_role', nullable: true }) defaultRole!: MemberRole | null;
  @Column({ type: 'jsonb', name: 'default_content', nullable: true })
  defaultContent!: OrganizationDefaultContent | null;
  @Column({ type: 'text', nullable: true }) logo!: string | null;
  @Column({ type: 'boolean', default: false }) sso!: boolean;
  @Column({ type: 'boolean', default: true }) ai!: boolean;
  /** Whether members may authorize programs that registered themselves. */
  @Column({ type: 'boolean', default: true }) agents!: boolean;
  @Column({ type: 'boolean', name: 'invite_links', default: true }) inviteLinks!: boolean;
  @Column({ type: 'jsonb', name: 'merge_rules', default: { type: 'none' } }) mergeRules!: OrganizationMergeRules;
  /** The maximum lifetime of tokens that give access to the organization, in days. */
  @Column({ type: 'integer', name: 'token_lifetime_days', default: 365 }) tokenLifetimeDays!: number;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
