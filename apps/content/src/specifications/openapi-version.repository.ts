import { Injectable } from '@nestjs/common';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { OpenApiPageEntity } from './openapi-page.entity';
import { OpenApiVersionEntity } from './openapi-version.entity';

/** A page to be stored; parents come before children. */
export type NewOpenApiPage = Omit<OpenApiPageEntity, 'versionId' | 'ordinal'>;

/** The number of versions whose pages are kept: the newest, and the one before for readers that have just seen it. */
const versionsWithPages = 2;
const pagesAtOnce = 200;

@Injectable()
export class OpenApiVersionRepository {
  constructor(private readonly db: Database) {}

  async find(specId: string, id: string): Promise<OpenApiVersionEntity | undefined> {
    return (await this.db.manager.findOneBy(OpenApiVersionEntity, { id, specId })) ?? undefined;
  }

  /** The specification's versions, newest first. */
  list(specId: string, after: KeysetPosition | undefined, limit: number): Promise<OpenApiVersionEntity[]> {
    const query = this.db.manager.createQueryBuilder(OpenApiVersionEntity, 'v').where('v.specId = :specId', { specId });
    if (after) query.andWhere('(v.createdAt, v.id) < (:value::timestamptz, :id)', after);
    return query.orderBy('v.createdAt', 'DESC').addOrderBy('v.id', 'DESC').limit(limit).getMany();
  }

  count(specId: string): Promise<number> {
    return this.db.manager.countBy(OpenApiVersionEntity, { specId });
  }

  /** Adds a version with its pages; deletes the pages of versions that are no longer read, and versions beyond the maximum. */
  async insert(
    version: Omit<OpenApiVersionEntity, 'createdAt'>,
    pages: readonly NewOpenApiPage[],
    kept: number,
  ): Promise<void> {
    await this.db.manager.insert(OpenApiVersionEntity, version);
    const rows = pages.map((page, ordinal) => ({ ...page, ordinal, versionId: version.id }));
    for (let at = 0; at < rows.length; at += pagesAtOnce)
      await this.db.manager.insert(OpenApiPageEntity, rows.slice(at, at + pagesAtOnce));
    if (kept > 0)
      await this.db.run(
        `delete from openapi_version where id in (
         select id from openapi_version where spec_id = $1 order by created_at desc, id desc offset $2)`,
        [version.specId, kept],
      );
    await this.db.run(
      `delete from openapi_page where version_id in (
         select id from openapi_version where spec_id = $1 order by created_at desc, id desc offset $2)`,
      [version.specId, versionsWithPages],
    );
  }
}
