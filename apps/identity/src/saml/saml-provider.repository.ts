import { Injectable } from '@nestjs/common';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { isActiveProvider } from '../organizations/active-provider';
import { isActive, SamlProviderEntity, type ActiveSamlProvider } from './saml-provider.entity';

/** The settings that administrators change. */
export type SamlProviderSettings = Partial<
  Pick<
    SamlProviderEntity,
    'label' | 'entityID' | 'certificate' | 'nextCertificate' | 'ssoURL' | 'defaultTeam' | 'defaultRole' | 'groups'
  >
>;

@Injectable()
export class SamlProviderRepository {
  constructor(private readonly db: Database) {}

  find(organizationId: string, id: string): Promise<SamlProviderEntity | null> {
    return this.db.manager.findOneBy(SamlProviderEntity, { organizationId, id });
  }

  /** The organization's providers, oldest first. */
  list(organizationId: string, after: KeysetPosition | undefined, limit: number): Promise<SamlProviderEntity[]> {
    const query = this.db.manager
      .createQueryBuilder(SamlProviderEntity, 'p')
      .where('p.organizationId = :organizationId', { organizationId });
    if (after) query.andWhere('(p.createdAt, p.id) > (:value::timestamptz, :id)', after);
    return query.orderBy('p.createdAt').addOrderBy('p.id').limit(limit).getMany();
  }

  count(organizationId: string): Promise<number> {
    return this.db.manager.countBy(SamlProviderEntity, { organizationId });
  }

  async insert(
    provider: SamlProviderSettings & Pick<SamlProviderEntity, 'id' | 'organizationId' | 'label'>,
  ): Promise<SamlProviderEntity> {
    await this.db.manager.insert(SamlProviderEntity, provider);
    return this.db.manager.findOneByOrFail(SamlProviderEntity, { id: provider.id });
  }

  async update(id: string, settings: SamlProviderSettings): Promise<SamlProviderEntity> {
    await this.db.manager
      .createQueryBuilder()
      .update(SamlProviderEntity)
      .set({ ...(settings as object), updatedAt: () => 'now()', version: () => 'version + 1' })
      .where({ id })
      .execute();
    return this.db.manager.findOneByOrFail(SamlProviderEntity, { id });
  }

  async delete(id: string): Promise<void> {
    await this.db.manager.delete(SamlProviderEntity, { id });
  }

  /** The provider if it is ready for sign-ins; none of a deleted organization. */
  async active(id: string): Promise<ActiveSamlProvider | undefined> {
    const provider = await this.ofLivingOrganizations().andWhere('p.id = :id', { id }).getOne();
    return provider && isActive(provider) ? provider : undefined;
  }

  async exists(id: string): Promise<boolean> {
    return (await this.ofLivingOrganizations().andWhere('p.id = :id', { id }).getCount()) === 1;
  }

  /** Providers ready for signing in to one of these organizations. */
  activeOf(organizationIds: string[]): Promise<ActiveSamlProvider[]> {
    return this.oldestActive('p.organizationId = any(:organizationIds)', { organizationIds });
  }

  /** Providers ready for signing in to organizations that list the e-mail domain. */
  activeOfDomain(domain: string): Promise<ActiveSamlProvider[]> {
    const listing = `select id from organization where email_domains @> array[:domain]::text[] and deleted_at is null`;
    return this.oldestActive(`p.organizationId in (${listing})`, { domain });
  }

  /** The oldest hundred of them. */
  private oldestActive(condition: string, values: object): Promise<ActiveSamlProvider[]> {
    return this.ofLivingOrganizations()
      .andWhere(condition, values)
      .andWhere(isActiveProvider('p'))
      .orderBy('p.createdAt')
      .addOrderBy('p.id')
      .limit(100)
      .getMany() as Promise<ActiveSamlProvider[]>;
  }

  private ofLivingOrganizations() {
    return this.db.manager
      .createQueryBuilder(SamlProviderEntity, 'p')
      .where('exists (select from organization o where o.id = p.organization_id and o.deleted_at is null)');
  }
}
