import { Controller, Get, Inject, Res, SetMetadata, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { readiness, type ReadyChecks } from '@bindery/observability';
import { anonymousKey } from '../auth/auth.guard';
import { InsideGuard } from './inside.guard';

/** The injection token of the gateway's `ReadyChecks`. */
export const READY_CHECKS = Symbol('ready checks');

@Controller()
@UseGuards(InsideGuard)
export class HealthController {
  constructor(@Inject(READY_CHECKS) private readonly checks: ReadyChecks) {}

  @Get('livez')
  @SetMetadata(anonymousKey, true)
  live() {
    return { live: true };
  }

  @Get('readyz')
  @SetMetadata(anonymousKey, true)
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const result = await readiness(this.checks);
    void reply.status(result.ready ? 200 : 503).send(result);
  }
}
