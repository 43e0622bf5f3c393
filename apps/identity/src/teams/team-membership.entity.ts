import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TeamRole } from '@bindery/contracts';

@Entity('team_membership')
@Index('team_membership_added', ['teamId', 'addedAt', 'userId'])
export class TeamMembershipEntity {
  @PrimaryColumn({ type: 'text', name: 'team_id', collation: 'C' }) teamId!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @PrimaryColumn({ type: 'text', name: 'user_id', collation: 'C' }) userId!: string;
  @Column({ type: 'text' }) role!: TeamRole;
  @Column({ type: 'timestamptz', precision: 3, name: 'added_at', default: () => 'now()' }) addedAt!: Date;
}
