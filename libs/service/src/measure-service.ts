import type { NatsTransport } from '@bindery/messaging';
import type { Metrics } from '@bindery/observability';
import type { Database } from '@bindery/persistence';

/** Gauges of the resources of a service and their use: request slots, connections, and dead letters. */
export function measureService(metrics: Metrics, database: Database, transport: NatsTransport): void {
  metrics.gauges('bindery_requests', 'Requests that are at work or wait for a place', 'state', () =>
    Promise.resolve(Object.entries(transport.load)),
  );
  metrics.gauges('bindery_pool_connections', 'Connections to Postgres, and requests that wait for one', 'state', () => {
    const { totalCount, idleCount, waitingCount } = database.pool;
    return Promise.resolve([
      ['used', totalCount - idleCount],
      ['idle', idleCount],
      ['waiting', waitingCount],
    ]);
  });
  metrics.gauge('bindery_pool_size', 'The most connections to Postgres of this process', () =>
    Promise.resolve(database.pool.options.max),
  );
  metrics.gauges('bindery_dead_letters', 'Events that were given up and not yet tried again', 'consumer', async () => {
    const rows = await database.query<{ consumer: string; events: number }>(
      'select consumer, count(*)::int as events from dead_letter group by consumer',
    );
    return rows.map(({ consumer, events }) => [consumer, events] as const);
  });
}
