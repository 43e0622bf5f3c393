import { mayUse, serviceOf, type Principal, type ProcessName } from '@bindery/contracts';
import type { Envelope } from '../wire/wire';
import { GrantIssuer, GrantVerifier } from './grants';
import type { Keyring } from './keyring';
import { longestDeadline, Replays } from './replays';
import { openRequest, signRequest, UntrustedRequest, type SignedRequest } from './signed-request';

/** The grants that came with principals: a service that passes a principal on passes its grant on. */
const grants = new WeakMap<Principal, string>();

/** Remembers the grant that came with a principal, so that requests for it bear it. */
export const keepGrant = (principal: Principal, grant: string): void => void grants.set(principal, grant);

/** Signs the requests of a process. */
export class RequestSigner {
  private readonly issuer: GrantIssuer;

  constructor(private readonly keyring: Keyring) {
    this.issuer = new GrantIssuer(keyring);
  }

  /** The request as it is sent. Throws for an operation that the contracts do not let this process call in this way. */
  sign(subject: string, envelope: Envelope): Buffer {
    return signRequest(this.keyring, serviceOf(subject), subject, this.write(subject, envelope));
  }

  /** The request as JSON, with the grant of its principal. Throws as `sign` does. */
  write(subject: string, envelope: Envelope): string {
    const { principal } = envelope;
    const service = serviceOf(subject);
    const isGateway = this.keyring.name === 'gateway';
    const grant = isGateway ? this.issuer.grant(principal, service) : grants.get(principal);
    const sent = isGateway || grant || isNobody(principal) ? principal : this.onItsOwn(principal);
    const fault = faultOfUse(this.keyring.name, subject, sent, grant);
    if (fault) throw new Error(`${subject}: ${fault}; declare it in the contracts' uses`);
    return JSON.stringify({ ...envelope, principal: sent, ...(grant && { grant }) });
  }

  private onItsOwn(principal: Principal): Principal {
    return { ...principal, service: this.keyring.name as Principal['service'] };
  }
}

/** Verifies the requests that a service receives. */
export class RequestVerifier {
  private readonly verifier: GrantVerifier;
  private readonly replays = new Replays();

  constructor(private readonly keyring: Keyring) {
    this.verifier = new GrantVerifier(keyring);
  }

  /** Throws `UntrustedRequest` for a request that no process has sent to this subject. */
  open(subject: string, data: Buffer): SignedRequest {
    return openRequest(this.keyring, subject, data);
  }

  /** Throws `UntrustedRequest` if the sender may not call the operation as this principal. */
  check(subject: string, { sender, mac }: SignedRequest, envelope: Envelope): void {
    const { principal, grant, deadline } = envelope;
    // A version before this one sends nothing of this.
    if (sender === undefined || mac === undefined) return void grants.delete(principal);
    if (deadline > Date.now() + longestDeadline) throw new UntrustedRequest('its deadline is too far away');
    const fault = faultOfUse(sender, subject, principal, grant) ?? this.faultOfPrincipal(sender, principal, grant);
    if (fault) throw new UntrustedRequest(fault);
    if (this.replays.isRepeated(mac, deadline)) throw new UntrustedRequest('it was received before');
    if (grant) keepGrant(principal, grant);
  }

  private faultOfPrincipal(sender: string, principal: Principal, grant: string | undefined): string | undefined {
    if (sender === 'gateway' || isNobody(principal) || principal.service) return undefined;
    // A gateway of the version before gives no grant that could be passed on.
    if (!grant) return this.keyring.acceptsUnsigned ? undefined : 'its principal is not signed by the gateway';
    return this.verifier.fault(grant, principal, sender);
  }
}

const isNobody = ({ kind, user, organizations, service }: Principal): boolean =>
  kind === 'anonymous' && user === '' && service === undefined && Object.keys(organizations).length === 0;

/** Why the contracts do not let `sender` call the operation as this principal. */
function faultOfUse(
  sender: string,
  subject: string,
  principal: Principal,
  grant: string | undefined,
): string | undefined {
  const name = sender as ProcessName;
  const may = (kind: 'behalf' | 'own') => mayUse(name, subject, kind);
  if (principal.service !== undefined && principal.service !== sender)
    return `${sender} cannot act as ${principal.service}`;
  if (principal.service !== undefined) return may('own') ? undefined : `${sender} may not call it on its own`;
  if (grant !== undefined && sender !== 'gateway')
    return may('behalf') ? undefined : `${sender} may not call it for a caller`;
  return may('own') || may('behalf') ? undefined : `${sender} may not call it`;
}
