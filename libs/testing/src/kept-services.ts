import type { ServiceName } from '@bindery/launcher';
import { closeAtEnd } from './run/close-at-end';
import { ServiceAtGateway } from './service-at-gateway';

const free = new Map<ServiceName, ServiceAtGateway>();

/** A service that earlier files of this worker have used, or else a new one. It stays when it is given back. */
export async function keptService(
  name: ServiceName,
): Promise<{ running: ServiceAtGateway; giveBack(): Promise<void> }> {
  const running = free.get(name) ?? (await startKept(name));
  free.delete(name);
  const giveBack = async () => void free.set(name, running);
  return { running, giveBack };
}

async function startKept(name: ServiceName): Promise<ServiceAtGateway> {
  const running = await ServiceAtGateway.start(name);
  closeAtEnd(() => running.close());
  return running;
}
