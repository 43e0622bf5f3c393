import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TokenScope } from '@bindery/contracts';

@Entity('api_token')
@Index('api_token_user', ['userId', 'createdAt', 'id'])
@Index('api_token_expires', ['expiresAt'], { where: 'grant_id is null' })
@Index('api_token_grant_id', ['grantId'], { where: 'grant_id is not null' })
export class ApiTokenEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'user_id', collation: 'C' }) userId!: string;
  /** The only organization in which the token is valid; null where it is valid in all of the user's. */
  @Column({ type: 'text', name: 'organization_id', nullable: true, collation: 'C' }) organizationId!: string | null;
  @Column({ type: 'text' }) label!: string;
  @Column({ type: 'text' }) hash!: string;
  @Column({ type: 'text' }) hint!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  /** The start of the token's lifetime, for the limit of an organization. */
  @Column({ type: 'timestamptz', precision: 3, name: 'lifetime_from', default: () => 'now()' }) lifetimeFrom!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at', nullable: true }) expiresAt!: Date | null;
  /** The scopes of the token; null for all permissions of its user. */
  @Column({ type: 'text', array: true, nullable: true }) scopes!: TokenScope[] | null;
  /** The name of the OAuth client that it was given to. */
  @Column({ type: 'text', nullable: true }) agent!: string | null;
  /** For a token that is valid in one organization: whether its identity provider verified the user. */
  @Column({ type: 'boolean', default: true }) vouched!: boolean;
  /** The grant that issued it, and that ends it. */
  @Column({ type: 'text', name: 'grant_id', nullable: true, collation: 'C' }) grantId!: string | null;
}
