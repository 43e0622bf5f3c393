import { Injectable } from '@nestjs/common';
import { plainText, type Document } from '@bindery/documents';
import { Database } from '@bindery/persistence';

interface AgentInstructionsRow {
  instructions: Document;
  updatedBy: string;
  updatedAt: Date;
  version: number;
}

const nobodys: AgentInstructionsRow = {
  instructions: { object: 'document', data: {}, nodes: [] },
  updatedBy: '',
  updatedAt: new Date(0),
  version: 0,
};

@Injectable()
export class AgentInstructionsRepository {
  constructor(private readonly db: Database) {}

  /** The instructions; an empty document by default. */
  async find(organization: string): Promise<AgentInstructionsRow> {
    const [row] = await this.db.query<AgentInstructionsRow>(
      `select instructions, updated_by as "updatedBy", updated_at as "updatedAt", version
       from agent_instructions where organization_id = $1`,
      [organization],
    );
    return row ?? nobodys;
  }

  /** The instructions as plain text, for models. */
  async text(organization: string): Promise<string> {
    return plainText((await this.find(organization)).instructions);
  }

  async put(organization: string, instructions: Document, user: string): Promise<void> {
    await this.db.run(
      `insert into agent_instructions as a (organization_id, instructions, updated_by) values ($1, $2, $3)
       on conflict (organization_id) do update set instructions = excluded.instructions, updated_by = excluded.updated_by,
         updated_at = now(), version = a.version + 1`,
      [organization, JSON.stringify(instructions), user],
    );
  }
}
