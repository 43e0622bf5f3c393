import { Injectable } from '@nestjs/common';
import type { IntegrationScope } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import type { Manifest } from '../registry/integration.entity';

/** A service of an integration for a site: it adds a script to its pages, or authenticates its visitors. */
type SiteScope = Extract<IntegrationScope, 'site:script:inject' | 'site:visitor:auth'>;

/** An integration that serves a site. */
export interface SiteScriptRow {
  site: string;
  integration: string;
  name: string;
  installation: string;
  scopes: IntegrationScope[];
  manifest: Manifest;
  /** Differs after each change of the script or its configuration. */
  stamp: string;
}

@Injectable()
export class SiteScriptsRepository {
  constructor(private readonly db: Database) {}

  /** The active installations on sites of integrations that have a scope, oldest first. */
  of(sites: string[], scope: SiteScope): Promise<SiteScriptRow[]> {
    return this.db.query<SiteScriptRow>(
      `select c.content_id as site, i.id as integration, i.name, n.id as installation, i.scopes, i.manifest,
         concat_ws('.', i.version, n.version, c.version) as stamp
       from content_installation c
       join installation n on n.id = c.installation_id and n.status = 'active'
       join integration i on i.id = c.integration_id and i.unpublished_at is null
       where c.kind = 'site' and c.content_id = any($1) and c.status = 'active' and $2 = any(i.scopes)
       order by c.content_id, c.created_at, c.id`,
      [sites, scope],
    );
  }
}
