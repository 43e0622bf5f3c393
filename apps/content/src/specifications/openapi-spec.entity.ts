import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type {
  OpenAPIErrorCode,
  OpenAPIErrorObject,
  OpenAPIProcessingState,
  OpenAPIVisibility,
} from '@bindery/contracts';

/** An OpenAPI specification of an organization, with its source and the result of the last processing. */
@Entity('openapi_spec')
@Index('openapi_spec_slug', ['organizationId', 'slug'], { unique: true })
export class OpenApiSpecEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text', collation: 'C' }) slug!: string;
  @Column({ type: 'text', name: 'source_url', nullable: true }) sourceUrl!: string | null;
  /** The hash of the text that a caller sent, where there is no address. */
  @Column({ type: 'text', name: 'source_text', nullable: true }) sourceText!: string | null;
  /** Counts the sources: results of an earlier source are discarded. */
  @Column({ type: 'integer', name: 'source_number', default: 1 }) sourceNumber!: number;
  @Column({ type: 'text', default: 'private' }) visibility!: OpenAPIVisibility;
  @Column({ type: 'text', name: 'processing_state', default: 'pending' }) processingState!: OpenAPIProcessingState;
  @Column({ type: 'text', name: 'last_version', nullable: true, collation: 'C' }) lastVersion!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'last_processed_at', nullable: true })
  lastProcessedAt!: Date | null;
  @Column({ type: 'text', name: 'error_code', nullable: true }) errorCode!: OpenAPIErrorCode | null;
  @Column({ type: 'jsonb', default: [] }) errors!: OpenAPIErrorObject[];
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
