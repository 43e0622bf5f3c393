import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChangeRequestStatus } from '@bindery/contracts';
import type { Document } from '@bindery/documents';

@Entity('change_request')
export class ChangeRequestEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'space_id', collation: 'C' }) spaceId!: string;
  @Column({ type: 'integer' }) number!: number;
  @Column({ type: 'text', default: 'draft' }) status!: ChangeRequestStatus;
  @Column({ type: 'text', default: '' }) subject!: string;
  @Column({ type: 'jsonb', nullable: true }) description!: Document | null;
  @Column({ type: 'text', name: 'conversations_issues_cluster', collation: 'C', nullable: true })
  conversationsIssuesCluster!: string | null;
  @Column({ type: 'text', name: 'created_by', collation: 'C' }) createdBy!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
