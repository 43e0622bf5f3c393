import { Injectable } from '@nestjs/common';
import { auditEvent } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { GrantRepository } from './grant.repository';

/** The grant, its user, and the reason for its end. */
export interface EndingGrant {
  grantId: string;
  organizationId: string;
  userId: string;
  clientId: string;
  reason: 'The OAuth client revoked it' | 'A code came a second time' | 'A refresh token came a second time';
}

/** Ends the grant of an OAuth client, and records it in the audit log. */
@Injectable()
export class EndGrant {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly grants: GrantRepository,
  ) {}

  /** Does nothing where the grant has ended before. */
  async run({ grantId, organizationId: organization, userId: actor, clientId, reason }: EndingGrant): Promise<void> {
    await this.db.transaction(async () => {
      if (!(await this.grants.end(grantId))) return;
      const record = {
        ...{ action: 'revokeAgent', organization, actor, token: grantId },
        target: { type: 'oauth-client', id: clientId },
        params: { reason },
      };
      await this.outbox.add(auditEvent('identity', record, { aggregate: grantId, version: 2 }));
    });
  }
}
