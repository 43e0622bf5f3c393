import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TokenScope } from '@bindery/contracts';

@Entity('api_token')
@Index('api_token_user', ['userId', 'createdAt', 'id'])
@Index('api_token_grant_id', ['grantId'], { where: 'grant_id is not null' })
export class ApiTokenEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'user_id', collation: 'C' }) userId!: string;
  /** The only organization in which the token is good; null where it is good in all of the user's. */
  @Column({ type: 'text', name: 'organization_id', nullable: true, collation: 'C' }) organizationId!: string | null;
  @Column({ type: 'text' }) label!: string;
  @Column({ type: 'text' }) hash!: string;
  @Column({ type: 'text' }) hint!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  /** From when on the longest life of tokens in an organization is counted. */
  @Column({ type: 'timestamptz', precision: 3, name: 'lifetime_from', default: () => 'now()' }) lifetimeFrom!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at', nullable: true }) expiresAt!: Date | null;
  /** What the token was made for; null for all that its user may do. */
  @Column({ type: 'text', array: true, nullable: true }) scopes!: TokenScope[] | null;
  /** The name of the OAuth client that it was given to. */
  @Column({ type: 'text', nullable: true }) agent!: string | null;
  /** Of a token that is good in one organization: whether its identity provider vouched for the user. */
  @Column({ type: 'boolean', default: true }) vouched!: boolean;
  /** The grant of which it came, with which it ends. */
  @Column({ type: 'text', name: 'grant_id', nullable: true, collation: 'C' }) grantId!: string | null;
}
