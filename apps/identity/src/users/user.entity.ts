import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('user')
export class UserEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'display_name' }) displayName!: string;
  @Column({ type: 'text' }) email!: string;
  @Column({ type: 'text', name: 'photo_url', nullable: true }) photoURL!: string | null;
  /** Null until the user has proved to read mail at the address; only verified addresses count. */
  @Column({ type: 'timestamptz', precision: 3, name: 'email_verified_at', nullable: true })
  emailVerifiedAt!: Date | null;
  /** Whether the user gets mails about mentions, replies and review requests. */
  @Column({ type: 'boolean', name: 'email_notifications', default: true }) emailNotifications!: boolean;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
  @Column({ type: 'integer', default: 1 }) version!: number;
}
