import * as contracts from '@bindery/contracts';
import type { SiteEntity } from '../model/site.entity';

export const readersActed = ({ id, organizationId }: SiteEntity, acts: contracts.ReaderAct[]) =>
  contracts.readersActed({ organization: organizationId, aggregate: id, version: 0, payload: { site: id, acts } });
