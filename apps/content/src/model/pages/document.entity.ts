import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('document')
export class DocumentEntity {
  @PrimaryColumn({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @PrimaryColumn({ type: 'text', collation: 'C' }) hash!: string;
  /** The document as JSON text: it is returned far more often than parsed. */
  @Column({ type: 'text' }) body!: string;
  /** The Markdown that it was parsed from, which an unchanged page exports again. */
  @Column({ type: 'text', nullable: true }) markdown!: string | null;
  /** The time when it was last stored or requested: an unreferenced one is kept for a day. */
  @Column({ type: 'timestamptz', precision: 3, name: 'touched_at', default: () => 'now()' }) touchedAt!: Date;
}
