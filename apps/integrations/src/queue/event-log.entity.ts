import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LogLevel } from '@bindery/contracts';

@Entity('event_log')
export class EventLogEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'event_id', collation: 'C' }) eventId!: string;
  @Column({ type: 'text' }) level!: LogLevel;
  @Column({ type: 'text' }) message!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
