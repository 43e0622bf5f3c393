import type { UserSession } from '@bindery/contracts';
import type { SessionEntity } from './session.entity';

/** `credential` is the id of the session or token of the request. */
export function presentSession(session: SessionEntity, credential: string): UserSession {
  return {
    object: 'session',
    id: session.id,
    label: session.label,
    ...(session.client && { client: session.client }),
    current: session.id === credential,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
  };
}
