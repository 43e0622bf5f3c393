import { Injectable } from '@nestjs/common';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { FontEntity } from './font.entity';

@Injectable()
export class FontRepository {
  constructor(private readonly db: Database) {}

  async find(organizationId: string, id: string): Promise<FontEntity | undefined> {
    return (await this.db.manager.findOneBy(FontEntity, { organizationId, id })) ?? undefined;
  }

  /** The font, locked until the transaction ends. */
  async lock(organization: string, id: string): Promise<FontEntity | undefined> {
    await this.db.run(`select from custom_font where organization_id = $1 and id = $2 for no key update`, [
      organization,
      id,
    ]);
    return this.find(organization, id);
  }

  /** Oldest first: ids are sorted by time. */
  list(organization: string, after: KeysetPosition | undefined, limit: number): Promise<FontEntity[]> {
    const query = this.db.manager
      .createQueryBuilder(FontEntity, 'f')
      .where('f.organizationId = :organization', { organization });
    if (after) query.andWhere('f.id > :id', after);
    return query.orderBy('f.id').limit(limit).getMany();
  }

  count(organizationId: string): Promise<number> {
    return this.db.manager.countBy(FontEntity, { organizationId });
  }

  async insert(font: Pick<FontEntity, 'id' | 'organizationId' | 'family' | 'faces'>): Promise<void> {
    await this.db.manager.insert(FontEntity, font);
  }

  async update({ id, family, faces }: Pick<FontEntity, 'id' | 'family' | 'faces'>): Promise<void> {
    await this.db.run(
      `update custom_font set family = $2, faces = $3, updated_at = now(), version = version + 1 where id = $1`,
      [id, family, JSON.stringify(faces)],
    );
  }

  async delete(id: string): Promise<void> {
    await this.db.run(`delete from custom_font where id = $1`, [id]);
  }
}
