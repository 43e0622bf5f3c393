import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('document')
export class DocumentEntity {
  @PrimaryColumn({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @PrimaryColumn({ type: 'text', collation: 'C' }) hash!: string;
  /** The document as JSON text: it is handed out far more often than looked into. */
  @Column({ type: 'text' }) body!: string;
  /** The Markdown that it was made from, which an untouched page exports again. */
  @Column({ type: 'text', nullable: true }) markdown!: string | null;
  /** When it was stored, or wanted again, last: what is not referenced is kept for a day. */
  @Column({ type: 'timestamptz', precision: 3, name: 'touched_at', default: () => 'now()' }) touchedAt!: Date;
}
