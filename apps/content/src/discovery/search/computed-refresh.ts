import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { IndexStateRepository } from './index-state.repository';
import { SearchJobs } from './search-jobs';

/** Milliseconds between two checks for new results of scripts. */
const every = 15_000;

/**
 * Indexes spaces with pages of scripts again while users search in them, because no event reports when a script would
 * have another result, such as after its integration was published, installed or removed.
 */
@Injectable()
export class ComputedRefresh {
  private readonly looked = new LRUCache<string, true>({ max: 10_000, ttl: every });

  constructor(
    private readonly states: IndexStateRepository,
    private readonly jobs: SearchJobs,
  ) {}

  /** For all spaces of an organization, or for some. */
  async look(organization: string, some?: readonly string[]): Promise<void> {
    // A digest, because a site may have many spaces.
    const key = hash('sha256', JSON.stringify([organization, some]), 'base64url');
    if (this.looked.has(key)) return;
    this.looked.set(key, true);
    for (const space of await this.states.scripted(organization, some)) await this.jobs.again(organization, space);
  }
}
