import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError } from '@bindery/contracts';
import { LOGGER, type Logger } from '@bindery/observability';
import { WorkerError, WorkerPool, workerProgram } from '@bindery/service/processes';
import type { Claims } from './read-assertion';
import { refused } from './refusal';
import type { VerificationTask, Verdict } from './verify-response';

/**
 * Verifies responses in separate processes: anyone may send one after starting a sign-in, and the XML and its
 * signatures take processor time that all other requests need.
 */
@Injectable()
export class ResponseVerifier implements OnApplicationShutdown {
  private readonly pool: WorkerPool<VerificationTask, Verdict>;

  constructor(@Inject(LOGGER) logger: Logger) {
    this.pool = new WorkerPool({
      name: 'verify-saml',
      program: workerProgram(__dirname, 'verify-saml'),
      // In seconds and MiB. An honest response takes some milliseconds.
      limits: { processorTime: 5, memory: 256 },
      size: 2,
      logger,
    });
  }

  /** The claims of the response. Throws 403 that names its error. */
  async verify(task: VerificationTask): Promise<Claims> {
    const verdict = await this.pool.run(task).catch((error: unknown) => {
      throw error instanceof WorkerError && error.isLost ? refused('it cannot be checked in time') : error;
    });
    if ('refusal' in verdict) throw new ApiError(403, verdict.refusal);
    return { ...verdict.claims, expiresAt: new Date(verdict.claims.expiresAt) };
  }

  onApplicationShutdown(): void {
    this.pool.close();
  }
}
