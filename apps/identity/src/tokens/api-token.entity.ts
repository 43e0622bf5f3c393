import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('api_token')
@Index('api_token_user', ['userId', 'createdAt', 'id'])
export class ApiTokenEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'user_id', collation: 'C' }) userId!: string;
  /** The only organization in which the token is good; null where it is good in all of the user's. */
  @Column({ type: 'text', name: 'organization_id', nullable: true, collation: 'C' }) organizationId!: string | null;
  @Column({ type: 'text' }) label!: string;
  @Column({ type: 'text' }) hash!: string;
  @Column({ type: 'text' }) hint!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at', nullable: true }) expiresAt!: Date | null;
}
