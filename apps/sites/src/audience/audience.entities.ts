import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A secret address of a site. */
@Entity('share_link')
@Index('share_link_site', ['siteId', 'createdAt', 'id'])
export class ShareLinkEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'site_id', collation: 'C' }) siteId!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'boolean', default: true }) active!: boolean;
  /** The hash that finds the link by a reader's key. */
  @Column({ type: 'bytea', name: 'key_hash' }) keyHash!: Buffer;
  @Column({ type: 'text', name: 'sealed_key' }) sealedKey!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}

/** The authentication of a site's visitors. */
@Entity('publishing_auth')
export class PublishingAuthEntity {
  @PrimaryColumn({ type: 'text', name: 'site_id', collation: 'C' }) siteId!: string;
  @Column({ type: 'text', default: 'custom' }) backend!: 'custom' | 'integration';
  @Column({ type: 'text', nullable: true }) integration!: string | null;
  @Column({ type: 'text', name: 'fallback_url', nullable: true }) fallbackUrl!: string | null;
  @Column({ type: 'text', name: 'sealed_key' }) sealedKey!: string;
  /** Changes with the key, so that everything admitted by an earlier key ends. */
  @Column({ type: 'text', name: 'key_id', collation: 'C' }) keyId!: string;
}

/** A content token: the site, the way the reader was admitted, and the claims. */
@Entity('content_token')
@Index('content_token_expires', ['expiresAt'])
export class ContentTokenEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'site_id', collation: 'C' }) siteId!: string;
  /** `public`, `share-link:<id>`, `visitor-auth:<key id>` or `preview:<visibility>`: the token is valid while this admission is. */
  @Column({ type: 'text', name: 'admitted_by' }) admittedBy!: string;
  @Column({ type: 'jsonb' }) claims!: Record<string, unknown>;
  @Column({ type: 'text', name: 'claims_hash' }) claimsHash!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'issued_at', default: () => 'now()' }) issuedAt!: Date;
}
