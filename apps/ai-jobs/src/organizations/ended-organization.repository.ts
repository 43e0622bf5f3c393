import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Tables by organization, those first that point at others. */
const tables = [
  'change_request_conversation',
  'agent_task',
  'issue',
  'issues_cluster',
  'issue_term',
  'conversation',
  'translation',
  'glossary_entry',
  'glossary',
  'agent_instructions',
  'model_usage',
];

@Injectable()
export class EndedOrganizationRepository {
  constructor(private readonly db: Database) {}

  /** Removes all that there is of an organization. Work that is running notices with its next report. */
  async remove(organization: string): Promise<void> {
    await this.db.run(
      `update job set state = 'cancelled', ended_at = now(), lease_until = null where organization_id = $1 and state = 'running'`,
      [organization],
    );
    await this.db.run(`delete from job where organization_id = $1 and state <> 'running'`, [organization]);
    for (const table of tables) await this.db.run(`delete from ${table} where organization_id = $1`, [organization]);
  }
}
