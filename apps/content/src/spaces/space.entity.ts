import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DefaultLevel, EditMode, Language, SpaceMergeRules, Visibility } from '@bindery/contracts';

@Entity('space')
@Index('space_organization', ['organizationId', 'createdAt', 'id'])
export class SpaceEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: '' }) emoji!: string;
  @Column({ type: 'text', default: 'private' }) visibility!: Visibility;
  @Column({ type: 'text', name: 'edit_mode', default: 'live' }) editMode!: EditMode;
  @Column({ type: 'text', nullable: true }) language!: Language | null;
  @Column({ type: 'text', name: 'default_level', nullable: true, default: 'inherit' }) defaultLevel!: DefaultLevel;
  @Column({ type: 'jsonb', name: 'merge_rules', default: { type: 'inherit' } }) mergeRules!: SpaceMergeRules;
  @Column({ type: 'text', name: 'created_by', collation: 'C' }) createdBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
