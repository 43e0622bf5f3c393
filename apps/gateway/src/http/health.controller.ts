import { Controller, Get, Inject, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Metrics, readiness, type ReadyChecks } from '@bindery/observability';
import { anonymousKey } from '../auth/auth.guard';

/** The injection token of the gateway's `ReadyChecks`. */
export const READY_CHECKS = Symbol('ready checks');

@Controller()
export class HealthController {
  constructor(
    @Inject(READY_CHECKS) private readonly checks: ReadyChecks,
    private readonly metrics: Metrics,
  ) {}

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

  @Get('metrics')
  @SetMetadata(anonymousKey, true)
  async figures(@Res() reply: FastifyReply): Promise<void> {
    const { registry } = this.metrics;
    void reply.header('content-type', registry.contentType).send(await registry.metrics());
  }
}
