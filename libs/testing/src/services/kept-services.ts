import type { ServiceName } from '@bindery/launcher';
import { Kept } from '../platform/kept';
import { ServiceAtGateway } from './service-at-gateway';

const kept = new Map<ServiceName, Kept<ServiceAtGateway>>();

/** A service that files of this worker use one after another. */
export function keptService(name: ServiceName): Kept<ServiceAtGateway> {
  const known = kept.get(name) ?? new Kept(() => ServiceAtGateway.start(name));
  kept.set(name, known);
  return known;
}
