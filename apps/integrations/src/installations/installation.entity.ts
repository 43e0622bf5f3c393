import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InstallationStatus, Selection } from '@bindery/contracts';

@Entity('installation')
export class InstallationEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'integration_id', collation: 'C' }) integrationId!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) status!: InstallationStatus;
  @Column({ type: 'text', name: 'space_selection' }) spaceSelection!: Selection;
  @Column({ type: 'text', name: 'site_selection' }) siteSelection!: Selection;
  /** Encrypted JSON: integrations store other services' tokens in it. */
  @Column({ type: 'text' }) configuration!: string;
  @Column({ type: 'text', array: true, name: 'external_ids', default: '{}' }) externalIds!: string[];
  /** The sequence number of its newest event. */
  @Column({ type: 'bigint', name: 'last_sequence', default: 0 }) lastSequence!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
