import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AnswerOutcome, InsightsEventType } from '@bindery/contracts';

/** An action of a reader of a site. */
@Entity('insights_event')
@Index('insights_event_site', ['siteId', 'occurredAt'])
export class InsightsEventEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'site_id', collation: 'C' }) siteId!: string;
  @Column({ type: 'text' }) type!: InsightsEventType | 'ask_answer';
  @Column({ type: 'timestamptz', precision: 3, name: 'occurred_at' }) occurredAt!: Date;
  @Column({ type: 'text', name: 'visitor_id' }) visitorId!: string;
  @Column({ type: 'text', name: 'session_id' }) sessionId!: string;
  @Column({ type: 'text' }) url!: string;
  @Column({ type: 'text', name: 'display_context', default: 'site' }) displayContext!: string;
  @Column({ type: 'text', nullable: true }) language!: string | null;
  @Column({ type: 'text', nullable: true }) referrer!: string | null;
  @Column({ type: 'text', name: 'site_section', nullable: true }) siteSection!: string | null;
  @Column({ type: 'text', name: 'site_space', nullable: true }) siteSpace!: string | null;
  @Column({ type: 'text', nullable: true }) space!: string | null;
  @Column({ type: 'text', nullable: true }) page!: string | null;
  @Column({ type: 'text', nullable: true }) query!: string | null;
  @Column({ type: 'text', nullable: true }) rating!: string | null;
  /** The outcome of a question. */
  @Column({ type: 'text', nullable: true }) outcome!: AnswerOutcome | null;
  /** The claims that identify a group of visitors. */
  @Column({ type: 'jsonb', nullable: true }) segment!: Record<string, unknown> | null;
}
