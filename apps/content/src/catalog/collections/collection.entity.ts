import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DefaultLevel, MemberRole } from '@bindery/contracts';

@Entity('collection')
@Index('collection_organization', ['organizationId', 'createdAt', 'id'])
@Index('collection_parent', ['parentId', 'orderKey', 'id'])
export class CollectionEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text', name: 'parent_id', nullable: true, collation: 'C' }) parentId!: string | null;
  /** The collections above it, topmost first. */
  @Column({ type: 'text', array: true, default: '{}' }) path!: string[];
  /** Its position among the spaces and collections of its parent. */
  @Column({ type: 'text', name: 'order_key', collation: 'C' }) orderKey!: string;
  @Column({ type: 'text', name: 'default_level', nullable: true, default: 'inherit' }) defaultLevel!: DefaultLevel;
  /** The default level, with an inherited one filled in. */
  @Column({ type: 'text', name: 'effective_default', nullable: true }) effectiveDefault!: MemberRole | null;
  @Column({ type: 'text', name: 'created_by', collation: 'C' }) createdBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
