import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The branch that a space shows. */
export const mainBranch = 'main';

/** The result of the last merge of main into a branch. */
export type UpdateResult = 'update' | 'conflicts';

/** A line of revisions of a space: `main`, or a change request's. */
@Entity('branch')
export class BranchEntity {
  @PrimaryColumn({ type: 'text', name: 'space_id', collation: 'C' }) spaceId!: string;
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', collation: 'C' }) head!: string;
  /** The revision of main from which it started. */
  @Column({ type: 'text', collation: 'C' }) base!: string;
  /** The newest revision of main that was merged into the branch. */
  @Column({ type: 'text', name: 'merged_ancestor', nullable: true, collation: 'C' }) mergedAncestor!: string | null;
  /** The revision of main that the branch was merged as. */
  @Column({ type: 'text', nullable: true, collation: 'C' }) merged!: string | null;
  /** The head before main was last merged into the branch, and the result: the answer to a repeated call. */
  @Column({ type: 'text', name: 'brought_into', nullable: true, collation: 'C' }) headBeforeUpdate!: string | null;
  @Column({ type: 'text', name: 'brought_result', nullable: true }) updateResult!: UpdateResult | null;
  @Column({ type: 'integer', default: 0 }) edits!: number;
  /** The users who edited it, in the order of their first edits. */
  @Column({ type: 'text', array: true, default: '{}' }) contributors!: string[];
  /** Whether its change request is known to exist. */
  @Column({ type: 'boolean', default: false }) confirmed!: boolean;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
