import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ReviewStatus } from '@bindery/contracts';

@Entity('review')
export class ReviewEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'change_request_id', collation: 'C' }) changeRequestId!: string;
  @Column({ type: 'text', collation: 'C' }) reviewer!: string;
  @Column({ type: 'text', name: 'requested_by', collation: 'C', nullable: true }) requestedBy!: string | null;
  @Column({ type: 'text' }) status!: ReviewStatus;
  @Column({ type: 'text', collation: 'C' }) revision!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
