import { Module } from '@nestjs/common';
import { AgentCallsController } from './agent-calls.controller';

/** Calls of agents, for the audit log. */
@Module({
  controllers: [AgentCallsController],
})
export class AgentsModule {}
