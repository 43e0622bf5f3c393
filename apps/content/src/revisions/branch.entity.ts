import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The branch that a space shows. */
export const mainBranch = 'main';

/** A line of revisions of a space: `main`, or a change request's. */
@Entity('branch')
export class BranchEntity {
  @PrimaryColumn({ type: 'text', name: 'space_id', collation: 'C' }) spaceId!: string;
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', collation: 'C' }) head!: string;
  /** The revision of main from which it started. */
  @Column({ type: 'text', collation: 'C' }) base!: string;
  /** The newest revision of main that was brought in. */
  @Column({ type: 'text', name: 'merged_ancestor', nullable: true, collation: 'C' }) mergedAncestor!: string | null;
}
