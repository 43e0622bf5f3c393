import { Module } from '@nestjs/common';
import { MembersModule } from '../members/members.module';
import { SubjectsController } from './subjects.controller';
import { TeamMemberRepository } from './team-member.repository';
import { TeamMembersController } from './team-members.controller';
import { TeamRepository } from './team.repository';
import { TeamsController } from './teams.controller';
import { UpdateTeamMembers } from './update-team-members';

/** Teams and their members. */
@Module({
  imports: [MembersModule],
  controllers: [TeamsController, TeamMembersController, SubjectsController],
  providers: [TeamRepository, TeamMemberRepository, UpdateTeamMembers],
  exports: [TeamMemberRepository, TeamRepository],
})
export class TeamsModule {}
