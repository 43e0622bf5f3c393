import type { UserAPIToken } from '@bindery/contracts';
import type { ApiTokenEntity } from './api-token.entity';

export function presentToken(token: ApiTokenEntity): UserAPIToken {
  return {
    object: 'api-token',
    id: token.id,
    label: token.label,
    hint: token.hint,
    createdAt: token.createdAt.toISOString(),
    ...(token.lastUsedAt && { lastUsedAt: token.lastUsedAt.toISOString() }),
    ...(token.expiresAt && { expiresAt: token.expiresAt.toISOString() }),
    ...(token.scopes && { scopes: token.scopes }),
    ...(token.agent && { agent: token.agent }),
  };
}
