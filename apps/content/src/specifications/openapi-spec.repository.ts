import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { OpenAPIErrorObject, OpenAPIVisibility, Principal } from '@bindery/contracts';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { scopeOf, spacesWithLevel } from '../catalog/access/scope';
import { OpenApiSpecEntity } from './openapi-spec.entity';
import { openApiJob } from './openapi.job';
import type { SpecificationError } from './reading/specification-error';

/** The source of a specification: an address, or the hash of a text. */
export type OpenApiSource = Pick<OpenApiSpecEntity, 'sourceUrl' | 'sourceText'>;

/** A page or reusable content that refers to a specification. */
export interface PlaceOfSpec {
  space: string;
  id: string;
  /** The hash of the document that refers to it; null where the page is computed from it. */
  document: string | null;
}

/** The maximum of places of one specification that are read. */
const mostPlaces = 5_000;

@Injectable()
export class OpenApiSpecRepository {
  constructor(private readonly db: Database) {}

  async find(organizationId: string, slug: string): Promise<OpenApiSpecEntity | undefined> {
    return (await this.db.manager.findOneBy(OpenApiSpecEntity, { organizationId, slug })) ?? undefined;
  }

  findAll(ids: readonly string[]): Promise<OpenApiSpecEntity[]> {
    return this.db.manager.findBy(OpenApiSpecEntity, { id: In([...ids]) });
  }

  /** The pages and reusable contents that refer to a specification, in spaces that the caller may read. */
  placesOf(principal: Principal, { organizationId, slug, id }: OpenApiSpecEntity): Promise<PlaceOfSpec[]> {
    return this.db.query<PlaceOfSpec>(
      `with place as (
         select distinct o.space_id, o.id, case when o.document = r.hash then o.document end as document from link_reference r
         join link_object o on o.organization_id = r.organization_id and (o.document = r.hash or o.own = r.hash)
         where r.organization_id = $5 and r.kind = 'openapi' and r.target = any($6))
       select p.space_id as space, p.id, p.document from ${spacesWithLevel} join place p on p.space_id = s.id
       where access.rank > 0 and s.deleted_at is null order by p.space_id, p.id limit ${mostPlaces}`,
      [...scopeOf(principal), organizationId, [slug, id]],
    );
  }

  /** For each organization that has specifications, a text that changes with the newest version of any of them. */
  async fingerprints(organizations: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.query<{ id: string; fingerprint: string }>(
      `select organization_id as id, md5(string_agg(slug || ' ' || last_version, ',' order by slug)) as fingerprint
       from openapi_spec where organization_id = any($1) and last_version is not null group by organization_id`,
      [organizations],
    );
    return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
  }

  /** A public specification. */
  async findPublished(id: string): Promise<OpenApiSpecEntity | undefined> {
    const spec = await this.db.manager.findOneBy(OpenApiSpecEntity, { id, visibility: 'public' });
    return spec ?? undefined;
  }

  /** The specification with that name, if any; locks the name until the transaction ends. */
  async lock(organization: string, slug: string): Promise<OpenApiSpecEntity | undefined> {
    await this.db.run(`select pg_advisory_xact_lock(hashtextextended('openapi ' || $1 || ' ' || $2, 0))`, [
      organization,
      slug,
    ]);
    return this.find(organization, slug);
  }

  /** The organization's specifications by slug. */
  list(organization: string, after: KeysetPosition | undefined, limit: number): Promise<OpenApiSpecEntity[]> {
    const query = this.db.manager
      .createQueryBuilder(OpenApiSpecEntity, 's')
      .where('s.organizationId = :organization', { organization });
    if (after) query.andWhere('s.slug > :value', after);
    return query.orderBy('s.slug').limit(limit).getMany();
  }

  count(organizationId: string): Promise<number> {
    return this.db.manager.countBy(OpenApiSpecEntity, { organizationId });
  }

  async insert(spec: Pick<OpenApiSpecEntity, 'id' | 'organizationId' | 'slug'> & OpenApiSource): Promise<void> {
    await this.db.manager.insert(OpenApiSpecEntity, spec);
  }

  async replaceSource(id: string, { sourceUrl, sourceText }: OpenApiSource): Promise<void> {
    await this.db.run(
      `update openapi_spec set source_url = $2, source_text = $3, source_number = source_number + 1,
         processing_state = 'pending', updated_at = now(), version = version + 1 where id = $1`,
      [id, sourceUrl, sourceText],
    );
  }

  async setVisibility(id: string, visibility: OpenAPIVisibility): Promise<void> {
    await this.db.run(
      `update openapi_spec set visibility = $2, updated_at = now(), version = version + 1 where id = $1`,
      [id, visibility],
    );
  }

  async delete(id: string): Promise<void> {
    await this.db.run(`delete from openapi_spec where id = $1`, [id]);
  }

  /** Marks the start of processing; returns the specification, unless it is gone. */
  async begin(id: string): Promise<OpenApiSpecEntity | undefined> {
    await this.db.run(`update openapi_spec set processing_state = 'progress' where id = $1`, [id]);
    return (await this.db.manager.findOneBy(OpenApiSpecEntity, { id })) ?? undefined;
  }

  /** Locks the specification for the end of processing; undefined when it is gone or has another source by now. */
  async lockSource({ id, sourceNumber }: OpenApiSpecEntity): Promise<OpenApiSpecEntity | undefined> {
    const [row] = await this.db.query(
      `select from openapi_spec where id = $1 and source_number = $2 for no key update`,
      [id, sourceNumber],
    );
    return row ? ((await this.db.manager.findOneBy(OpenApiSpecEntity, { id })) ?? undefined) : undefined;
  }

  /** `errors` are the deviations of the specification from OpenAPI that did not prevent reading it. */
  async succeed(id: string, version: string, errors: readonly OpenAPIErrorObject[]): Promise<void> {
    await this.db.run(
      `update openapi_spec set processing_state = 'complete', last_processed_at = now(), error_code = null, errors = $3,
         updated_at = case when last_version = $2 then updated_at else now() end, last_version = $2 where id = $1`,
      [id, version, JSON.stringify(errors)],
    );
  }

  /** There is no failed state: the error is stored beside the versions from before (public API, OpenAPI specifications). */
  async fail(id: string, { code, errors }: Pick<SpecificationError, 'code' | 'errors'>): Promise<void> {
    await this.db.run(
      `update openapi_spec set processing_state = 'complete', last_processed_at = now(), error_code = $2, errors = $3
       where id = $1`,
      [id, code, JSON.stringify(errors)],
    );
  }

  /** Specifications that were fetched before that time, locked until the transaction ends. */
  async fetchedBefore(time: Date, limit: number): Promise<Pick<OpenApiSpecEntity, 'id' | 'organizationId'>[]> {
    return this.db.query(
      `select id, organization_id as "organizationId" from openapi_spec s
       where source_url is not null and last_processed_at < $1 and processing_state = 'complete'
         and not exists (select from ended_organization e where e.organization_id = s.organization_id)
         and not exists (select from job j where j.kind = $3 and j.key = s.id and j.state in ('pending', 'running'))
       order by last_processed_at limit $2 for update skip locked`,
      [time, limit, openApiJob.name],
    );
  }

  /** Specifications that wait for a job that has failed or was cancelled. */
  abandoned(limit: number): Promise<{ id: string; cancelled: boolean }[]> {
    return this.db.query(
      `select id, coalesce((select j.state = 'cancelled' from job j where j.kind = $2 and j.key = s.id
         order by j.created_at desc, j.id desc limit 1), false) as cancelled
       from openapi_spec s where processing_state <> 'complete'
         and not exists (select from job j where j.kind = $2 and j.key = s.id and j.state in ('pending', 'running'))
       order by id limit $1 for update skip locked`,
      [limit, openApiJob.name],
    );
  }
}
