import { Integrations1700000014000 } from './1700000014000-integrations';
import { Events1700000014100 } from './1700000014100-events';
import { Requests1700000020000 } from './1700000020000-requests';
import { SigningKeys1700000033000 } from './1700000033000-signing-keys';
import { EventTurns1700000036000 } from './1700000036000-event-turns';
import { HiddenInstallations1700000044000 } from './1700000044000-hidden-installations';
import { EndedOrganizations1700000079000 } from './1700000079000-ended-organizations';

/** In the order in which they run. */
export const migrations = [
  Integrations1700000014000,
  Events1700000014100,
  Requests1700000020000,
  SigningKeys1700000033000,
  EventTurns1700000036000,
  HiddenInstallations1700000044000,
  EndedOrganizations1700000079000,
];
