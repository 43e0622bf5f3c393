import { Controller } from '@nestjs/common';
import { people, type Person } from '@bindery/contracts';
import { HandlesBatch, type BatchRequest } from '@bindery/messaging';
import { PersonRepository, type PersonRow } from './person.repository';

/** Internal operations on users who are not the caller, for other services. */
@Controller()
export class PeopleController {
  constructor(private readonly persons: PersonRepository) {}

  @HandlesBatch(people)
  async people({ ids }: BatchRequest): Promise<Record<string, Person>> {
    const found: Record<string, Person> = {};
    for (const row of await this.persons.find(ids)) {
      const person = (found[row.id] ??= present(row));
      if (row.organization) person.organizations[row.organization] = { role: row.role, teams: row.teams ?? {} };
    }
    return found;
  }
}

const present = ({ id, displayName, email, verified, emailNotifications }: PersonRow): Person => ({
  id,
  displayName,
  ...(verified && { email }),
  emailNotifications,
  organizations: {},
});
