/**
 * The limits of every Postgres session of a service, by the rules of reliability. Provisioning sets them on the role:
 * as connection options, a pooler such as PgBouncer would refuse them.
 */
export const sessionLimits = {
  statement_timeout: '7s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
} as const;
