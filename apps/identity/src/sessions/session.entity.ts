import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A browser of a signed-in user. Its secret is in a cookie of that browser and is not accepted as a token. */
@Entity('session')
@Index('session_of_user', ['userId', 'createdAt', 'id'])
export class SessionEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'user_id', collation: 'C' }) userId!: string;
  /** The only organization in which the session is valid; null where it is valid in all of the user's. */
  @Column({ type: 'text', name: 'organization_id', nullable: true, collation: 'C' }) organizationId!: string | null;
  @Column({ type: 'text' }) label!: string;
  @Column({ type: 'text', nullable: true }) client!: string | null;
  @Column({ type: 'text' }) hash!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'last_used_at', default: () => 'now()' }) lastUsedAt!: Date;
  /** Is extended with each use, up to `endsAt`. */
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'ends_at' }) endsAt!: Date;
}
