import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InstallationStatus } from '@bindery/contracts';

export type ContentKind = 'space' | 'site';

/** An installation on one space or site, besides the one on its organization. */
@Entity('content_installation')
export class ContentInstallationEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'installation_id', collation: 'C' }) installationId!: string;
  @Column({ type: 'text', name: 'integration_id', collation: 'C' }) integrationId!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) kind!: ContentKind;
  /** The space or site. */
  @Column({ type: 'text', name: 'content_id', collation: 'C' }) contentId!: string;
  @Column({ type: 'text' }) status!: InstallationStatus;
  /** Encrypted JSON. */
  @Column({ type: 'text' }) configuration!: string;
  @Column({ type: 'text', array: true, name: 'external_ids', default: '{}' }) externalIds!: string[];
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
  /** Whether the space is deleted; it may be restored. */
  @Column({ type: 'boolean', default: false }) hidden!: boolean;
  /** The version of the space that determined `hidden`. */
  @Column({ type: 'integer', name: 'content_version', default: 0 }) contentVersion!: number;
}
