import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('team')
@Index('team_title', ['organizationId', 'title', 'id'])
export class TeamEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
