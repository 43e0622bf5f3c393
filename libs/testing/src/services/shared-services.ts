import type { ServiceName } from '@bindery/launcher';
import { SharedResource } from '../platform/shared-resource';
import { ServiceAtGateway } from './service-at-gateway';

const kept = new Map<ServiceName, SharedResource<ServiceAtGateway>>();

/** A service that files of this worker use one after another. */
export function sharedService(name: ServiceName): SharedResource<ServiceAtGateway> {
  const known = kept.get(name) ?? new SharedResource(() => ServiceAtGateway.start(name));
  kept.set(name, known);
  return known;
}
