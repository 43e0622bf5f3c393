import { Module } from '@nestjs/common';
import { AgentInstructionsController } from './agent-instructions.controller';
import { AgentInstructionsRepository } from './agent-instructions.repository';

/** Instructions to agents. */
@Module({
  controllers: [AgentInstructionsController],
  providers: [AgentInstructionsRepository],
  exports: [AgentInstructionsRepository],
})
export class InstructionsModule {}
