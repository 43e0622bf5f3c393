import { allBatches, type Visit } from '@bindery/contracts';
import type { ServiceName } from '@bindery/launcher';
import { fakeChangeRequests } from '../fakes/fake-change-requests';
import { fakeContent } from '../fakes/fake-content';
import { fakeIdentity } from '../fakes/fake-identity';
import { FakeVisits } from '../fakes/fake-visits';
import type { Fake } from '../fakes/fakes';
import { sharedService } from './shared-services';
import { TestRecords } from '../organization/test-records';
import { ServiceAtGateway, type ServiceAtGatewayOptions } from './service-at-gateway';
import type { ReachablePlatform } from '../platform/shared-platform';
import { populate, type TestOrganization } from '../organization/test-organization';

/** One service behind a gateway, as its callers see it. */
interface ServicePlatform extends ReachablePlatform {
  /** The service itself: for a look at its parts, or to call what the gateway does not. */
  service: ServiceAtGateway['service'];
  /** A content token of a reader of a site. */
  visitorToken(visit: Visit): string;
  /** Starts a further gateway; answers its address. */
  addGateway(): Promise<string>;
  /** Sets the clock of the service ahead of the machine's, by milliseconds, until the file ends. */
  moveClock(ahead: number): void;
}

/** Two organizations, with the API of one service. */
export type ServiceOrganization = TestOrganization<ServicePlatform>;

/**
 * New organizations and users on one service, whose others are faked: identity by what `TestRecords` makes, change requests as far as
 * branches need them, and all that answers are completed from by its replacement for what is gone. `fakes` go before these.
 * Files of a worker use the same service, one after another.
 */
export const createServiceOrganization = async (
  name: ServiceName,
  fakes: readonly Fake[] = [],
): Promise<ServiceOrganization> => {
  const kept = sharedService(name);
  return onService(await kept.lend(), fakes, () => Promise.resolve(kept.giveBack()));
};

/** The same on a service that is started for this file: for tests that need settings, or stop it. */
export const startServiceOrganization = async (
  name: ServiceName,
  { fakes = [], ...options }: ServiceAtGatewayOptions & { fakes?: readonly Fake[] } = {},
): Promise<ServiceOrganization> => {
  const running = await ServiceAtGateway.start(name, options);
  return onService(running, fakes, () => running.close());
};

async function onService(
  running: ServiceAtGateway,
  fakes: readonly Fake[],
  giveBack: () => Promise<void>,
): Promise<ServiceOrganization> {
  const { baseUrl, service } = running;
  const { adminUrl, mailFolder } = service;
  const identity = await TestRecords.connect({ adminUrl });
  const visits = new FakeVisits();
  service.moveClock(0);
  service.replaceFakes([
    ...allBatches().map(({ subject }) => ({ subject, answer: () => ({}) })),
    ...fakeIdentity(
      (text, values) => identity.query(text, values),
      (event) => service.publish(event),
    ),
    visits.fake,
    ...fakeContent((event) => service.publish(event)),
    ...fakeChangeRequests(() => service),
    ...fakes,
  ]);
  const close = async () => {
    service.replaceFakes([]);
    await identity.close();
    await giveBack();
  };
  const visitorToken = (visit: Visit) => visits.tokenOf(visit);
  const addGateway = () => running.addGateway();
  const moveClock = (ahead: number) => service.moveClock(ahead);
  return populate({ baseUrl, adminUrl, mailFolder, service, visitorToken, addGateway, moveClock, close });
}
