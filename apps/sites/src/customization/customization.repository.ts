import { Injectable } from '@nestjs/common';
import type { FontDefinition } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import type { SiteEntity } from '../model/site.entity';
import { fontFields } from './font-fields';

type ChangedSite = Pick<SiteEntity, 'id' | 'version'>;

@Injectable()
export class CustomizationRepository {
  constructor(private readonly db: Database) {}

  /** Updates a font in the sites of an organization that use it, or removes it; returns these sites. */
  replaceFont(organization: string, font: string, definition: FontDefinition | null): Promise<ChangedSite[]> {
    return this.db.query<ChangedSite>(
      `with shown as (
         update site_space p set customization = ${replaced('p.customization')} from site s
         where s.id = p.site_id and s.organization_id = $1 and ${uses('p')} returning p.site_id)
       update site s set customization = case when ${uses('s')} then ${replaced('s.customization')} else s.customization end,
         updated_at = now(), version = version + 1
       where s.organization_id = $1 and (${uses('s')} or s.id in (select site_id from shown)) returning s.id, s.version`,
      [organization, font, definition && JSON.stringify(definition)],
    );
  }
}

const idIn = (column: string, field: string): string => `${column} #>> '{styling,${field},id}'`;

const uses = (table: string): string =>
  `$2 in (${fontFields.map((field) => idIn(`${table}.customization`, field)).join(', ')})`;

const replaced = (column: string): string =>
  fontFields.reduce(
    (value, field) =>
      `case when ${idIn(column, field)} is distinct from $2 then ${value}
         when $3::jsonb is null then (${value}) #- '{styling,${field}}'
         else jsonb_set(${value}, '{styling,${field}}', $3::jsonb) end`,
    column,
  );
