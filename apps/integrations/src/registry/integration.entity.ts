import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  ContentSecurityPolicy,
  IntegrationBlock,
  IntegrationCategory,
  IntegrationConfigurations,
  IntegrationContentSource,
  IntegrationExternalLink,
  IntegrationRuntime,
  IntegrationScope,
  IntegrationTarget,
  IntegrationVisibility,
} from '@bindery/contracts';

/** The parts of a manifest that are stored and returned unchanged. */
export interface Manifest {
  blocks?: IntegrationBlock[];
  contentSources?: IntegrationContentSource[];
  configurations?: IntegrationConfigurations;
  externalLinks: IntegrationExternalLink[];
  contentSecurityPolicy?: ContentSecurityPolicy;
}

/** An image in the storage: its key's last part and its media type. */
export interface StoredImage {
  hash: string;
  contentType: string;
}

export interface Images {
  icon?: StoredImage;
  previews: StoredImage[];
}

@Entity('integration')
export class IntegrationEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', collation: 'C' }) name!: string;
  /** The organization that published it first, which owns the name. */
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  /** The number of publications. */
  @Column({ type: 'integer' }) version!: number;
  @Column({ type: 'integer', name: 'row_version', default: 1 }) rowVersion!: number;
  @Column({ type: 'text' }) runtime!: IntegrationRuntime;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text' }) description!: string;
  @Column({ type: 'text', nullable: true }) summary!: string | null;
  @Column({ type: 'text' }) visibility!: IntegrationVisibility;
  @Column({ type: 'text' }) target!: IntegrationTarget;
  @Column({ type: 'text', array: true }) scopes!: IntegrationScope[];
  @Column({ type: 'text', array: true }) categories!: IntegrationCategory[];
  /** The hosts of the addresses that its blocks unfurl. */
  @Column({ type: 'text', array: true, name: 'block_domains' }) blockDomains!: string[];
  @Column({ type: 'jsonb' }) manifest!: Manifest;
  @Column({ type: 'jsonb' }) images!: Images;
  @Column({ type: 'text', name: 'script_key' }) scriptKey!: string;
  /** Encrypted. */
  @Column({ type: 'text', name: 'signing_secret' }) signingSecret!: string;
  /** Encrypted. The secret before, with which messages are also signed for a while. */
  @Column({ type: 'text', name: 'previous_signing_secret', nullable: true }) previousSigningSecret!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'previous_signing_until', nullable: true })
  previousSigningUntil!: Date | null;
  @Column({ type: 'text', name: 'tunnel_url', nullable: true }) tunnelUrl!: string | null;
  /** Whether the tunnel also gets events of other organizations. */
  @Column({ type: 'boolean', name: 'tunnel_all', default: false }) tunnelAll!: boolean;
  @Column({ type: 'timestamptz', precision: 3, name: 'tunnel_until', nullable: true }) tunnelUntil!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'unpublished_at', nullable: true }) unpublishedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
}
