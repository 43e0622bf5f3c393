import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { IndexStateRepository } from './index-state.repository';
import { SearchJobs } from './search-jobs';

/** Milliseconds for which nobody has to look again whether scripts say something else. */
const every = 15_000;

/**
 * Has spaces indexed again whose pages scripts compute, while somebody searches in them: nothing tells when a script would
 * say something else, as after its integration was published, installed or removed.
 */
@Injectable()
export class ComputedRefresh {
  private readonly looked = new LRUCache<string, true>({ max: 10_000, ttl: every });

  constructor(
    private readonly states: IndexStateRepository,
    private readonly jobs: SearchJobs,
  ) {}

  /** Of all spaces of an organization, or of some. */
  async look(organization: string, some?: readonly string[]): Promise<void> {
    const key = JSON.stringify([organization, some]);
    if (this.looked.has(key)) return;
    this.looked.set(key, true);
    for (const space of await this.states.scripted(organization, some)) await this.jobs.again(organization, space);
  }
}
