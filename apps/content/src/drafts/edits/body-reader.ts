import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { invalid, unavailable, type PageBody } from '@bindery/contracts';
import { validateDocument, withAnchors } from '@bindery/documents';
import { currentContext, LOGGER, type Logger } from '@bindery/observability';
import { WorkerError, WorkerPool, workerProgram } from '@bindery/service/processes';
import { wellFormed } from '../../storage/well-formed';
import { readMarkdown, type GivenBody } from './read-markdown';

/** Characters. Parsing so much takes about 80 ms, and a new process takes half a second to start. */
const longMarkdown = 50_000;

/** Reads the bodies of pages. Long Markdown is parsed in separate processes, so that it delays no other request. */
@Injectable()
export class BodyReader implements OnApplicationShutdown {
  private readonly pool: WorkerPool<string, string>;

  constructor(@Inject(LOGGER) logger: Logger) {
    this.pool = new WorkerPool({
      name: 'read-markdown',
      program: workerProgram(__dirname, 'read-markdown'),
      // In seconds and MiB.
      limits: { processorTime: 60, memory: 1_024 },
      logger,
    });
  }

  /** `field` is the position of the body in the request. Throws 400, or 503 where a worker was ended by others. */
  async read({ markdown, document }: PageBody, field: string): Promise<GivenBody> {
    if ((markdown === undefined) === (document === undefined))
      throw invalid(field, `${field} must have either markdown or document`);
    if (markdown !== undefined)
      return markdown.length <= longMarkdown ? readMarkdown(markdown) : this.readLong(markdown, `${field}.markdown`);
    const [problem] = validateDocument(document);
    if (problem) throw invalid(`${field}.document`, `${field}.document: ${problem}`);
    return { document: withAnchors(structuredClone(wellFormed(document!))), settings: {} };
  }

  onApplicationShutdown(): void {
    this.pool.close();
  }

  /** Ends the worker when the caller no longer waits. */
  private async readLong(markdown: string, field: string): Promise<GivenBody> {
    try {
      return JSON.parse(await this.pool.run(markdown, { name: field, signal: currentContext()?.signal })) as GivenBody;
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
      if (error.failure === 'interrupted') throw unavailable(`${field} was not read: ${error.message}`);
      throw invalid(field, `${field} cannot be read: ${error.message}`);
    }
  }
}
