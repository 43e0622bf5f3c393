import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A token of an integration, or of one of its installations. */
@Entity('access_token')
export class AccessTokenEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', collation: 'C' }) hash!: string;
  @Column({ type: 'text', name: 'integration_id', collation: 'C' }) integrationId!: string;
  @Column({ type: 'text', name: 'installation_id', nullable: true, collation: 'C' }) installationId!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}
