import { JobsTable1700000000500 } from '@bindery/jobs';
import { Identity1700000001000 } from './1700000001000-identity';
import { Members1700000004000 } from './1700000004000-members';
import { Teams1700000005000 } from './1700000005000-teams';
import { Invites1700000006000 } from './1700000006000-invites';
import { AuditFilters1700000007000 } from './1700000007000-audit-filters';
import { Saml1700000008000 } from './1700000008000-saml';
import { SignIn1700000008100 } from './1700000008100-sign-in';
import { Allowance1700000008200 } from './1700000008200-allowance';
import { InviteTargets1700000010000 } from './1700000010000-invite-targets';
import { Notifications1700000011000 } from './1700000011000-notifications';
import { Sessions1700000050000 } from './1700000050000-sessions';
import { TokenLifetimes1700000051000 } from './1700000051000-token-lifetimes';
import { SamlGroups1700000052000 } from './1700000052000-saml-groups';
import { TokenScopes1700000070000 } from './1700000070000-token-scopes';
import { OAuth1700000071000 } from './1700000071000-oauth';
import { OAuthEnds1700000072000 } from './1700000072000-oauth-ends';
import { InvitationEnds1700000081000 } from './1700000081000-invitation-ends';
import { FormerMembers1700000082000 } from './1700000082000-former-members';
import { EndedTokens1700000083000 } from './1700000083000-ended-tokens';

/** In the order in which they run. */
export const migrations = [
  JobsTable1700000000500,
  Identity1700000001000,
  Members1700000004000,
  Teams1700000005000,
  Invites1700000006000,
  AuditFilters1700000007000,
  Saml1700000008000,
  SignIn1700000008100,
  Allowance1700000008200,
  InviteTargets1700000010000,
  Notifications1700000011000,
  Sessions1700000050000,
  TokenLifetimes1700000051000,
  SamlGroups1700000052000,
  TokenScopes1700000070000,
  OAuth1700000071000,
  OAuthEnds1700000072000,
  InvitationEnds1700000081000,
  FormerMembers1700000082000,
  EndedTokens1700000083000,
];
