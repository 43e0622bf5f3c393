import type { IntegrationEvent, IntegrationEventLog, IntegrationEventPayload, Principal } from '@bindery/contracts';
import { installationAccess } from '../installations/installation.policy';
import type { EventLogEntity } from '../queue/event-log.entity';
import type { IntegrationEventRow } from '../queue/event.repository';

/** An event as the caller sees it: without configurations that are hidden from the caller. */
export function presentEvent(event: IntegrationEventRow, principal: Principal): IntegrationEvent {
  const { id, integrationId, installationId, organizationId, payload, state } = event;
  const owned = { id: installationId ?? '', integrationId, organizationId };
  const { configure } = installationAccess(principal, owned);
  return {
    id,
    integrationId,
    ...(installationId && { installationId }),
    createdAt: event.createdAt.toISOString(),
    payload: configure ? payload : withoutConfiguration(payload),
    status: state === 'success' ? 'success' : 'failed',
  };
}

export function withoutConfiguration(payload: IntegrationEventPayload): IntegrationEventPayload {
  const { previous } = payload;
  if (typeof previous !== 'object' || previous === null) return payload;
  return { ...payload, previous: { ...previous, configuration: {} } };
}

export const presentLog = ({ level, message, createdAt }: EventLogEntity): IntegrationEventLog => ({
  message,
  timestamp: createdAt.toISOString(),
  level,
});
