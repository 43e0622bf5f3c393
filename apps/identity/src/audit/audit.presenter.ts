import { composed, type AuditEvent, type User } from '@bindery/contracts';
import type { AuditEventEntity } from './audit-event.entity';

/** An entry of the audit log; the gateway adds the actor. */
export function presentAuditEvent(event: AuditEventEntity, publicUrl: string): AuditEvent {
  const { id, organizationId, action, actor, targetType, targetId, occurredAt } = event;
  return {
    object: 'audit-event',
    id,
    action,
    ...(actor && { actor: composed<User>(actor) }),
    target: { type: targetType, id: targetId },
    createdAt: occurredAt.toISOString(),
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/audit-events/${id}` },
  };
}
