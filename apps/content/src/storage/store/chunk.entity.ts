import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChunkData } from './chunk';

@Entity('chunk')
export class ChunkEntity {
  @PrimaryColumn({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @PrimaryColumn({ type: 'text', collation: 'C' }) hash!: string;
  @Column({ type: 'jsonb' }) data!: ChunkData;
  /** The time when it was last stored or requested: an unreferenced one is kept for a day. */
  @Column({ type: 'timestamptz', precision: 3, name: 'touched_at', default: () => 'now()' }) touchedAt!: Date;
}
