import { Controller } from '@nestjs/common';
import { userProfiles, type UserProfile } from '@bindery/contracts';
import { HandlesBatch, type BatchRequest } from '@bindery/messaging';
import { UserProfileRepository, type UserProfileRow } from './user-profile.repository';

/** Internal operations on users who are not the caller, for other services. */
@Controller()
export class UserProfilesController {
  constructor(private readonly profiles: UserProfileRepository) {}

  @HandlesBatch(userProfiles)
  async userProfiles({ ids }: BatchRequest): Promise<Record<string, UserProfile>> {
    const found: Record<string, UserProfile> = {};
    for (const row of await this.profiles.find(ids)) {
      const profile = (found[row.id] ??= present(row));
      if (row.organization) profile.organizations[row.organization] = { role: row.role, teams: row.teams ?? {} };
    }
    return found;
  }
}

const present = ({ id, displayName, email, verified, emailNotifications }: UserProfileRow): UserProfile => ({
  id,
  displayName,
  ...(verified && { email }),
  emailNotifications,
  organizations: {},
});
