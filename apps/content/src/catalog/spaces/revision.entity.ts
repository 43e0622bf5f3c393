import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { GitCommit, Variables } from '@bindery/contracts';
import type { RevisionContent } from '../../model/pages/revision-content';
import type { Conflict } from '../../model/merge/conflict';
import { SpaceEntity } from './space.entity';

type RevisionType = 'edits' | 'merge' | 'rollback' | 'update' | 'computed';

/** An immutable state of a space's content. Maps are named by the hash of their root chunk. */
@Entity('revision')
@Index('revision_space', ['spaceId', 'createdAt', 'id'])
export class RevisionEntity implements RevisionContent {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'space_id', collation: 'C' }) spaceId!: string;
  @ManyToOne(() => SpaceEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'space_id' })
  space?: Relation<SpaceEntity>;
  @Column({ type: 'text' }) type!: RevisionType;
  @Column({ type: 'text', array: true, default: '{}' }) parents!: string[];
  @Column({ type: 'text' }) pages!: string;
  @Column({ type: 'text' }) slugs!: string;
  @Column({ type: 'text' }) files!: string;
  @Column({ type: 'text', name: 'reusable_contents' }) reusableContents!: string;
  @Column({ type: 'jsonb', default: {} }) variables!: Variables;
  @Column({ type: 'text' }) settings!: string;
  @Column({ type: 'jsonb', nullable: true }) git!: GitCommit | null;
  /** The branch of the revision: `main`, or a change request. */
  @Column({ type: 'text', collation: 'C', default: 'main' }) branch!: string;
  /** The change request that was merged into main with it. */
  @Column({ type: 'text', name: 'merged_from', nullable: true, collation: 'C' }) mergedFrom!: string | null;
  /** The changes of both sides that no user has resolved since. */
  @Column({ type: 'jsonb', nullable: true }) conflicts!: Conflict[] | null;
  @Column({ type: 'text', name: 'created_by', collation: 'C' }) createdBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
