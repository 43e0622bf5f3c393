import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SiteRedirectDestination } from '@bindery/contracts';

/** A redirect from a path of a site. */
@Entity('redirect')
@Index('redirect_source', ['siteId', 'source'], { unique: true })
export class RedirectEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', name: 'site_id', collation: 'C' }) siteId!: string;
  @Column({ type: 'text', collation: 'C' }) source!: string;
  @Column({ type: 'jsonb' }) destination!: SiteRedirectDestination;
}
