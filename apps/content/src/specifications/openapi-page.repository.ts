import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { OpenApiPageEntity } from './openapi-page.entity';
import type { OpenApiSpecEntity } from './openapi-spec.entity';

/** A specification that has been read, with its newest version. */
export type NewestVersion = Pick<OpenApiSpecEntity, 'id' | 'slug'> & { lastVersion: string };

/** A page without its document. */
export type OpenApiPageOutline = Omit<OpenApiPageEntity, 'versionId' | 'document'>;

/** Pages that are computed from versions. */
@Injectable()
export class OpenApiPageRepository {
  constructor(private readonly db: Database) {}

  /** The organization's specifications that have one of these slugs or ids, and a version. */
  newest(organization: string, references: readonly string[]): Promise<NewestVersion[]> {
    return this.db.query<NewestVersion>(
      `select id, slug, last_version as "lastVersion" from openapi_spec
       where organization_id = $1 and last_version is not null and (slug = any($2) or id = any($2))`,
      [organization, references],
    );
  }

  /** The pages of a version, parents first. */
  outlines(version: string): Promise<OpenApiPageOutline[]> {
    return this.db.query<OpenApiPageOutline>(
      `select ordinal, doc, name, parent, title, slug, icon, description, readable from openapi_page
       where version_id = $1 order by ordinal`,
      [version],
    );
  }

  /** The document of a page, as JSON. */
  async document(version: string, ordinal: number): Promise<string | undefined> {
    const [row] = await this.db.query<Pick<OpenApiPageEntity, 'document'>>(
      `select document from openapi_page where version_id = $1 and ordinal = $2`,
      [version, ordinal],
    );
    return row?.document;
  }
}
