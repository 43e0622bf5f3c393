import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { SpaceFiles } from './edit-url';

@Injectable()
export class SpaceFilesRepository {
  constructor(private readonly db: Database) {}

  /** Where the files of a space are that is synchronized with a repository; the caller has read the space. */
  async of(space: string): Promise<SpaceFiles | undefined> {
    const [row] = await this.db.query<SpaceFiles>(
      `select url, ref, directory, info from git_sync where space_id = $1`,
      [space],
    );
    return row;
  }
}
