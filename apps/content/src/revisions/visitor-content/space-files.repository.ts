import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { SpaceFiles } from './edit-url';

@Injectable()
export class SpaceFilesRepository {
  constructor(private readonly db: Database) {}

  /** The files of a space that is synchronized with a repository; the caller's access to the space is checked already. */
  async of(space: string): Promise<SpaceFiles | undefined> {
    const [row] = await this.db.query<SpaceFiles>(
      `select url, ref, directory, info from git_sync where space_id = $1`,
      [space],
    );
    return row;
  }
}
