import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { GitCommit, Variables } from '@bindery/contracts';
import type { Conflict } from '../merge/conflict';
import { SpaceEntity } from '../spaces/space.entity';

export type RevisionType = 'edits' | 'merge' | 'rollback' | 'update' | 'computed';

/** An immutable state of a space's content. Maps are named by the hash of their root chunk. */
@Entity('revision')
@Index('revision_space', ['spaceId', 'createdAt', 'id'])
export class RevisionEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'space_id', collation: 'C' }) spaceId!: string;
  @ManyToOne(() => SpaceEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'space_id' })
  space?: Relation<SpaceEntity>;
  @Column({ type: 'text' }) type!: RevisionType;
  @Column({ type: 'text', array: true, default: '{}' }) parents!: string[];
  /** Page id to page. */
  @Column({ type: 'text' }) pages!: string;
  /** `<parent page id>/<slug>` to page id. */
  @Column({ type: 'text' }) slugs!: string;
  /** File id to file. */
  @Column({ type: 'text' }) files!: string;
  /** Reusable content id to reusable content. */
  @Column({ type: 'text', name: 'reusable_contents' }) reusableContents!: string;
  @Column({ type: 'jsonb', default: {} }) variables!: Variables;
  /** Names of settings files to their source, as imported. */
  @Column({ type: 'text' }) settings!: string;
  @Column({ type: 'jsonb', nullable: true }) git!: GitCommit | null;
  /** The branch that it was made on: `main`, or a change request. */
  @Column({ type: 'text', collation: 'C', default: 'main' }) branch!: string;
  /** The change request that came into main with it. */
  @Column({ type: 'text', name: 'merged_from', nullable: true, collation: 'C' }) mergedFrom!: string | null;
  /** What both sides changed and nobody has looked at since. */
  @Column({ type: 'jsonb', nullable: true }) conflicts!: Conflict[] | null;
  @Column({ type: 'text', name: 'created_by', collation: 'C' }) createdBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
