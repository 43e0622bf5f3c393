import * as contracts from '@bindery/contracts';

export const invitationCreated = (organization: string, invitation: contracts.InvitationCreated) =>
  contracts.invitationCreated({ organization, aggregate: invitation.invitation, version: 1, payload: invitation });

export const inviteAccepted = (organization: string, accepted: contracts.InviteAccepted) =>
  contracts.inviteAccepted({ organization, aggregate: accepted.user, version: 1, payload: accepted });
