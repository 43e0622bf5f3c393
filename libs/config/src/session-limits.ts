/**
 * What Postgres holds every session of a service to, by the rules of reliability. They are settings of its role, made by the
 * provisioning: as options of a connection, a pooler such as PgBouncer would refuse them.
 */
export const sessionLimits = {
  statement_timeout: '7s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
} as const;
