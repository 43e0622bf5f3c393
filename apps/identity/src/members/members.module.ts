import { Module } from '@nestjs/common';
import { FormerMemberRepository } from './former-member.repository';
import { MemberRepository } from './member.repository';
import { MembersController } from './members.controller';
import { SubjectRepository } from './subject.repository';

/** Members of organizations. */
@Module({
  controllers: [MembersController],
  providers: [MemberRepository, FormerMemberRepository, SubjectRepository],
  exports: [MemberRepository, FormerMemberRepository, SubjectRepository],
})
export class MembersModule {}
