import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AdaptiveJSONSchema, AgentsContext, SiteType, SiteVisibility } from '@bindery/contracts';
import type { Customization } from './customization';

@Entity('site')
@Index('site_organization', ['organizationId', 'createdAt', 'id'])
export class SiteEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) type!: SiteType;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: 'public' }) visibility!: SiteVisibility;
  @Column({ type: 'text', nullable: true }) basename!: string | null;
  @Column({ type: 'text', nullable: true }) hostname!: string | null;
  /** Whether DNS confirms that the host is ours: until then any site may claim it, and nothing is served there. */
  @Column({ type: 'boolean', name: 'hostname_active', default: false }) hostnameActive!: boolean;
  @Column({ type: 'text', name: 'hostname_status', nullable: true }) hostnameStatus!: string | null;
  /** Host and path of the address at which a proxy shows the site. */
  @Column({ type: 'text', nullable: true }) proxy!: string | null;
  @Column({ type: 'boolean', default: false }) published!: boolean;
  @Column({ type: 'boolean', name: 'adaptive_content', default: false }) adaptiveContent!: boolean;
  @Column({ type: 'text', name: 'agents_context', default: 'included' }) agentsContext!: AgentsContext;
  @Column({ type: 'jsonb', name: 'adaptive_schema', nullable: true }) adaptiveSchema!: AdaptiveJSONSchema | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'adaptive_schema_updated_at', nullable: true })
  adaptiveSchemaUpdatedAt!: Date | null;
  /** The differences from the default look. */
  @Column({ type: 'jsonb', default: {} }) customization!: Customization;
  @Column({ type: 'text', name: 'created_by', collation: 'C' }) createdBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  /** Rises with every change of the site or its structure: both have one version for `If-Match`. */
  @Column({ type: 'integer', default: 1 }) version!: number;
}
