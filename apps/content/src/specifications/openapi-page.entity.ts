import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A page that is computed from a version: of one tag, or of all models. */
@Entity('openapi_page')
export class OpenApiPageEntity {
  @PrimaryColumn({ type: 'text', name: 'version_id', collation: 'C' }) versionId!: string;
  @PrimaryColumn({ type: 'integer' }) ordinal!: number;
  @Column({ type: 'text' }) doc!: 'info' | 'operations' | 'models';
  /** The tag; empty for the models. */
  @Column({ type: 'text' }) name!: string;
  /** The ordinal of the parent page. */
  @Column({ type: 'integer', nullable: true }) parent!: number | null;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text' }) slug!: string;
  @Column({ type: 'text', nullable: true }) icon!: string | null;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  /** A document, as JSON. */
  @Column({ type: 'text' }) document!: string;
  /** The hash of the same document in words; null for pages from before these existed. */
  @Column({ type: 'text', nullable: true }) readable!: string | null;
}
