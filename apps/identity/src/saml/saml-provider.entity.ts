import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MemberRole, SAMLGroups } from '@bindery/contracts';

/** An identity provider of exactly one organization. */
@Entity('saml_provider')
@Index('saml_provider_organization', ['organizationId', 'createdAt', 'id'])
export class SamlProviderEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'organization_id', collation: 'C' }) organizationId!: string;
  @Column({ type: 'text' }) label!: string;
  @Column({ type: 'text', name: 'entity_id', nullable: true }) entityID!: string | null;
  @Column({ type: 'text', nullable: true }) certificate!: string | null;
  @Column({ type: 'text', name: 'next_certificate', nullable: true }) nextCertificate!: string | null;
  @Column({ type: 'jsonb', nullable: true }) groups!: SAMLGroups | null;
  @Column({ type: 'text', name: 'sso_url', nullable: true }) ssoURL!: string | null;
  @Column({ type: 'text', name: 'default_team', nullable: true, collation: 'C' }) defaultTeam!: string | null;
  /** The role of users who sign in through it for the first time; null makes them guests. */
  @Column({ type: 'text', name: 'default_role', nullable: true }) defaultRole!: MemberRole | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
}

/** A provider with all fields that a sign-in needs. */
export type ActiveSamlProvider = SamlProviderEntity & { entityID: string; certificate: string; ssoURL: string };

export const isActive = (provider: SamlProviderEntity): provider is ActiveSamlProvider =>
  Boolean(provider.entityID && provider.certificate && provider.ssoURL);
