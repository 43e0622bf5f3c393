import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TokenScope } from '@bindery/contracts';

/** An OAuth client, which registered itself (RFC 7591). It has no secret, because any user of the program could read it there. */
@Entity('oauth_client')
@Index('oauth_client_last_used', ['lastUsedAt'])
export class OAuthClientEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', name: 'redirect_uris', array: true }) redirectUris!: string[];
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'last_used_at', default: () => 'now()' }) lastUsedAt!: Date;
}

/** The permissions that a user gives an OAuth client in one organization, until revoked or its last refresh token ends. */
@Entity('oauth_grant')
@Index('oauth_grant_client_id', ['clientId'])
@Index('oauth_grant_user_id', ['userId'])
@Index('oauth_grant_organization_id', ['organizationId'])
export class OAuthGrantEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'client_id', collation: 'C' }) clientId!: string;
  @Column({ type: 'text', name: 'user_id', collation: 'C' }) userId!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text', array: true }) scopes!: TokenScope[];
  /** Whether the organization's identity provider verified the user who consented. */
  @Column({ type: 'boolean' }) vouched!: boolean;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  /** The end of the session in which the user consented, which limits the grant; null where the session sets no limit. */
  @Column({ type: 'timestamptz', precision: 3, name: 'ends_at', nullable: true }) endsAt!: Date | null;
}

/** An authorization code, valid once and for a minute. It is kept for a while, so that a second use is detected. */
@Entity('oauth_code')
@Index('oauth_code_client_id', ['clientId'])
@Index('oauth_code_user_id', ['userId'])
@Index('oauth_code_organization_id', ['organizationId'])
@Index('oauth_code_expires_at', ['expiresAt'])
@Index('oauth_code_grant_id', ['grantId'])
export class OAuthCodeEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) hash!: string;
  @Column({ type: 'text', name: 'client_id', collation: 'C' }) clientId!: string;
  @Column({ type: 'text', name: 'user_id', collation: 'C' }) userId!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  /** The grant that it begins. */
  @Column({ type: 'text', name: 'grant_id', collation: 'C' }) grantId!: string;
  @Column({ type: 'text', array: true }) scopes!: TokenScope[];
  @Column({ type: 'boolean' }) vouched!: boolean;
  @Column({ type: 'text', name: 'redirect_uri' }) redirectUri!: string;
  @Column({ type: 'text' }) challenge!: string;
  /** As in the grant. */
  @Column({ type: 'timestamptz', precision: 3, name: 'ends_at', nullable: true }) endsAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'used_at', nullable: true }) usedAt!: Date | null;
}

/** A refresh token, valid once: a second use ends the grant. */
@Entity('oauth_refresh')
@Index('oauth_refresh_grant_id', ['grantId'])
@Index('oauth_refresh_expires_at', ['expiresAt'])
export class OAuthRefreshEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) hash!: string;
  @Column({ type: 'text', name: 'grant_id', collation: 'C' }) grantId!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'used_at', nullable: true }) usedAt!: Date | null;
}
