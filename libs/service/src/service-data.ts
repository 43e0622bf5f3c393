import type { ServiceName } from '@bindery/contracts';
import type { Entities, Migrations } from '@bindery/persistence';
import type { Counter } from './operate/counters';
import type { Reference } from './operate/references';
import type { SealedPlace } from './operate/sealed-places';

/** The data of a service, as operator commands need it. */
export interface ServiceData {
  name: ServiceName;
  entities: Entities;
  migrations: Migrations;
  /** The columns with sealed texts, besides the answers of mutations. */
  sealed?: SealedPlace[];
  /** The references that it keeps to objects of other services. */
  references?: Reference[];
  /** The stored counts that `reconcile` compares with the counted rows. */
  counters?: Counter[];
}
