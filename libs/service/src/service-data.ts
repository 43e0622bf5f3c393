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
  /** Where it keeps what is sealed, besides the answers of mutations. */
  sealed?: SealedPlace[];
  /** The references that it keeps to objects of other services. */
  references?: Reference[];
  /** Counts that it keeps, which `reconcile` compares with what there is. */
  counters?: Counter[];
}
