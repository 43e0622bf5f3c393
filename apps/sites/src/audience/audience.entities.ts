import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A secret address of a site. */
@Entity('share_link')
@Index('share_link_site', ['siteId', 'createdAt', 'id'])
export class ShareLinkEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'site_id', collation: 'C' }) siteId!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'boolean', default: true }) active!: boolean;
  /** By which the link is found when a reader comes with its key. */
  @Column({ type: 'bytea', name: 'key_hash' }) keyHash!: Buffer;
  @Column({ type: 'text', name: 'sealed_key' }) sealedKey!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}

/** How visitors of a site are authenticated. */
@Entity('publishing_auth')
export class PublishingAuthEntity {
  @PrimaryColumn({ type: 'text', name: 'site_id', collation: 'C' }) siteId!: string;
  @Column({ type: 'text', default: 'custom' }) backend!: 'custom' | 'integration';
  @Column({ type: 'text', nullable: true }) integration!: string | null;
  @Column({ type: 'text', name: 'fallback_url', nullable: true }) fallbackUrl!: string | null;
  @Column({ type: 'text', name: 'sealed_key' }) sealedKey!: string;
  /** Changes with the key, so that nothing that an earlier key admitted goes on. */
  @Column({ type: 'text', name: 'key_id', collation: 'C' }) keyId!: string;
}

/** A content token: who was admitted to which site how, with which claims. */
@Entity('content_token')
@Index('content_token_expires', ['expiresAt'])
export class ContentTokenEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'site_id', collation: 'C' }) siteId!: string;
  /** `public`, `share-link:<id>`, `visitor-auth:<key id>` or `preview:<visibility>`: while that holds, so does the token. */
  @Column({ type: 'text', name: 'admitted_by' }) admittedBy!: string;
  @Column({ type: 'jsonb' }) claims!: Record<string, unknown>;
  @Column({ type: 'text', name: 'claims_hash' }) claimsHash!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'issued_at', default: () => 'now()' }) issuedAt!: Date;
}
