import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Customization } from './customization';

/** An element of a site's structure. */
abstract class StructureEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'site_id', collation: 'C' }) siteId!: string;
  /** The sort key among its siblings. */
  @Column({ type: 'text', name: 'order_key', collation: 'C' }) orderKey!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}

/** An element of a group, or at the top of a site. */
abstract class NodeEntity extends StructureEntity {
  @Column({ type: 'text', name: 'group_id', nullable: true, collation: 'C' }) groupId!: string | null;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', nullable: true }) icon!: string | null;
}

@Entity('section_group')
@Index('section_group_site', ['siteId'])
export class SectionGroupEntity extends NodeEntity {}

@Entity('section')
@Index('section_site', ['siteId'])
export class SectionEntity extends NodeEntity {
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text' }) path!: string;
  @Column({ type: 'text', nullable: true }) condition!: string | null;
  @Column({ type: 'boolean', name: 'is_default', default: false }) isDefault!: boolean;
}

@Entity('external_link')
@Index('external_link_site', ['siteId'])
export class ExternalLinkEntity extends NodeEntity {
  @Column({ type: 'text' }) url!: string;
}

@Entity('site_space')
@Index('site_space_site', ['siteId'])
@Index('site_space_space', ['spaceId', 'siteId'])
export class SiteSpaceEntity extends StructureEntity {
  @Column({ type: 'text', name: 'space_id', collation: 'C' }) spaceId!: string;
  @Column({ type: 'text', name: 'section_id', nullable: true, collation: 'C' }) sectionId!: string | null;
  @Column({ type: 'text' }) path!: string;
  @Column({ type: 'text', nullable: true }) condition!: string | null;
  @Column({ type: 'boolean', name: 'is_default', default: false }) isDefault!: boolean;
  /** The differences from the look of the site. */
  @Column({ type: 'jsonb', default: {} }) customization!: Customization;
  /** Its space is deleted; when the space is restored, the site-space returns to its position. */
  @Column({ type: 'boolean', default: false }) hidden!: boolean;
  /** The newest version of the space whose deletion or restore was processed. */
  @Column({ type: 'integer', name: 'content_version', default: 0 }) contentVersion!: number;
}
