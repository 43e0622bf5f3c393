import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A specification at one time. Both texts are among the organization's files, under their hashes. */
@Entity('openapi_version')
@Index('openapi_version_spec', ['specId', 'createdAt', 'id'])
export class OpenApiVersionEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'spec_id', collation: 'C' }) specId!: string;
  /** As the source had it. */
  @Column({ type: 'text' }) source!: string;
  @Column({ type: 'text' }) format!: 'json' | 'yaml';
  /** All files of it as JSON, see `OpenAPISpecContent`. */
  @Column({ type: 'text' }) content!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
