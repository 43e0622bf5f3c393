import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { FontFormat } from '@bindery/contracts';

/** One weight of a font. Its bytes are among the files of the organization. */
export interface StoredFace {
  weight: number;
  sha256: string;
  format: FontFormat;
  size: number;
}

/** A font that an organization has uploaded. */
@Entity('custom_font')
@Index('custom_font_organization', ['organizationId', 'id'])
export class FontEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) family!: string;
  /** Lightest first. */
  @Column({ type: 'jsonb' }) faces!: StoredFace[];
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
