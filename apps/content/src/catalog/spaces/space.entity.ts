import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DefaultLevel, EditMode, Language, MemberRole, SpaceMergeRules, Visibility } from '@bindery/contracts';
import type { SyncedRepository } from './git-sync.presenter';

@Entity('space')
@Index('space_organization', ['organizationId', 'createdAt', 'id'])
@Index('space_parent', ['parentId', 'orderKey', 'id'])
export class SpaceEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: '' }) emoji!: string;
  @Column({ type: 'text', nullable: true }) icon!: string | null;
  @Column({ type: 'text', default: 'private' }) visibility!: Visibility;
  @Column({ type: 'text', name: 'edit_mode', default: 'live' }) editMode!: EditMode;
  @Column({ type: 'text', name: 'parent_id', nullable: true, collation: 'C' }) parentId!: string | null;
  /** The collections above it, topmost first. */
  @Column({ type: 'text', array: true, default: '{}' }) path!: string[];
  /** Its position among the spaces and collections of its parent. */
  @Column({ type: 'text', name: 'order_key', default: 'a0', collation: 'C' }) orderKey!: string;
  @Column({ type: 'text', nullable: true }) language!: Language | null;
  @Column({ type: 'text', name: 'default_level', nullable: true, default: 'inherit' }) defaultLevel!: DefaultLevel;
  /** The default level, with an inherited one filled in. */
  @Column({ type: 'text', name: 'effective_default', nullable: true }) effectiveDefault!: MemberRole | null;
  @Column({ type: 'jsonb', name: 'merge_rules', default: { type: 'inherit' } }) mergeRules!: SpaceMergeRules;
  @Column({ type: 'text', name: 'created_by', collation: 'C' }) createdBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
  @Column({ type: 'integer', default: 1 }) version!: number;
}

/** A space with the data of its Git synchronization, which is shown with it. */
export type ShownSpace = SpaceEntity & { gitSync?: SyncedRepository | null };

/** The column of `ShownSpace` for spaces `s`. */
export const gitSyncColumn = `(select jsonb_build_object('url', g.url, 'info', g.info, 'updatedAt', g.updated_at)
  from git_sync g where g.space_id = s.id) as "gitSync"`;
