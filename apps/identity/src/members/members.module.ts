import { Module } from '@nestjs/common';
import { MemberRepository } from './member.repository';
import { MembersController } from './members.controller';
import { SubjectRepository } from './subject.repository';

/** Members of organizations. */
@Module({
  controllers: [MembersController],
  providers: [MemberRepository, SubjectRepository],
  exports: [MemberRepository, SubjectRepository],
})
export class MembersModule {}
