import { Injectable } from '@nestjs/common';
import type { IntegrationScope } from '@bindery/contracts';
import { anyLength, Database } from '@bindery/persistence';
import type { ContentKind } from '../installations/content-installation.entity';
import type { Installation } from '../installations/installation.repository';

/** Something that happened to a space or site, and the scope that an integration needs to receive it. */
interface Occurrence {
  organization: string;
  occurredAt: string;
  kind: ContentKind;
  content: string;
  scope: IntegrationScope;
}

/** Covers the difference between the clocks of processes and that of Postgres. */
const clockSkew = `interval '1 minute'`;

/** Finds the installations that receive events of a space or site. */
@Injectable()
export class ListenersRepository {
  constructor(private readonly db: Database) {}

  /** Whether any of the organizations has an active installation of an integration with a scope. */
  async exist(organizations: readonly string[], scope: IntegrationScope): Promise<boolean> {
    const found = await this.db.query(
      `select from installation n join integration i on i.id = n.integration_id and i.unpublished_at is null
       where n.organization_id = any(${anyLength('$1')}) and n.status = 'active' and $2 = any(i.scopes) limit 1`,
      [organizations, scope],
    );
    return found.length > 0;
  }

  /**
   * The active installations of an organization on the space or site, of integrations with a scope. Later installations are
   * left out: a replay of the outbox would send them what happened before.
   */
  of({
    organization,
    occurredAt,
    kind,
    content,
    scope,
  }: Occurrence): Promise<Pick<Installation, 'id' | 'integrationId' | 'organizationId'>[]> {
    return this.db.query(
      `select n.id, n.integration_id as "integrationId", n.organization_id as "organizationId"
       from installation n join integration i on i.id = n.integration_id and i.unpublished_at is null
       where n.organization_id = $1 and n.status = 'active' and $3 = any(i.scopes)
         and n.created_at <= $5::timestamptz + ${clockSkew} and (n.${kind}_selection = 'all'
         or exists (select from content_installation c
           where c.installation_id = n.id and c.kind = $4 and c.content_id = $2
             and c.created_at <= $5::timestamptz + ${clockSkew}))
       order by n.id`,
      [organization, content, scope, kind, occurredAt],
    );
  }
}
