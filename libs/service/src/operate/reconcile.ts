import { type EventEnvelope, type Principal, type ServiceName } from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';
import { type Database, uuidv7 } from '@bindery/persistence';
import { wrongCounts } from './counters';
import type { OperatorCommand, OperatorRow } from './operator-command';
import type { Reference } from './references';

/** Objects that are requested at the same time. */
const atOnce = 500;
/** Rows that the report shows; all are counted and repaired. */
const shown = 100;

interface OwnedId {
  id: string;
  organization: string;
}

export const reconcile: OperatorCommand = {
  name: 'reconcile',
  usage: '[--repair]',
  flags: ['repair'],
  async run(tools, { flags }) {
    const { definition, db } = tools;
    const repair = flags.has('repair');
    const rows: OperatorRow[] = [];
    let found = 0;
    const references = definition.references ?? [];
    const rpc = references.length > 0 ? await tools.rpc() : undefined;
    for (const reference of references) {
      for await (const gone of dangling(db, rpc!, reference)) {
        if (repair) await tellOfEnds(db, definition.name, reference, gone);
        found += gone.length;
        const room = Math.max(0, shown - rows.length);
        rows.push(...gone.slice(0, room).map((held) => ({ to: reference.to, ...held, by: reference.consumer })));
      }
    }
    let wrong = 0;
    for (const counter of definition.counters ?? []) {
      const counts = await wrongCounts(db, counter, repair);
      wrong += counts.length;
      rows.push(...counts.slice(0, Math.max(0, shown - rows.length)).map((one) => ({ countsOf: counter.of, ...one })));
    }
    const ofReferences = `${found} references to objects that no longer exist${repair && found > 0 ? ' are removed by the running service' : ''}`;
    const ofCounts = wrong > 0 ? `, ${wrong} kept counts ${repair ? 'were' : 'are'} wrong` : '';
    found += wrong;
    return {
      rows,
      summary: ofReferences + ofCounts,
      next: found === 0 ? undefined : repair ? 'reconcile, to see that none is left' : 'reconcile --repair',
      failed: found > 0 && !repair,
    };
  },
};

/** Those that the owner does not know, some at a time. */
async function* dangling(db: Database, rpc: RpcClient, { held, owner }: Reference): AsyncGenerator<OwnedId[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const some: OwnedId[] = await db.query<OwnedId>(
      `select id, min(organization) as organization from (${held}) as held where id > $1 group by id order by id limit ${atOnce}`,
      [after],
    );
    const known = some.length > 0 ? await rpc.callBatch(owner, idsOf(some), askingFor(some)) : {};
    const gone = some.filter(({ id }) => !Object.hasOwn(known, id));
    if (gone.length > 0) yield gone;
    after = some.length < atOnce ? undefined : some.at(-1)!.id;
  }
}

const idsOf = (held: OwnedId[]): string[] => held.map(({ id }) => id);

/** Some owners answer only of organizations to which the caller belongs. */
const askingFor = (held: OwnedId[]): Principal => ({
  kind: 'user',
  user: '',
  token: '',
  organizations: Object.fromEntries(
    held.flatMap(({ organization }) => (organization ? [[organization, { role: 'admin' as const, teams: {} }]] : [])),
  ),
});

/**
 * Delivers the owner's event of each deletion once more, so that the service removes its references.
 */
async function tellOfEnds(
  db: Database,
  service: ServiceName,
  { end, consumer, payload }: Reference,
  gone: OwnedId[],
): Promise<void> {
  for (const { id, organization } of gone) {
    const envelope: EventEnvelope = {
      id: uuidv7(),
      type: end.type,
      occurredAt: new Date().toISOString(),
      organization: organization || null,
      aggregate: id,
      version: 0,
      actor: '',
      requestId: 'reconcile',
      payload: payload(id),
    };
    await db.run(
      `insert into dead_letter (consumer, event_id, envelope, error, retry_at) values ($1, $2, $3, 'Reconciled', now())`,
      [`${service}_${consumer}_${end.service}`, envelope.id, JSON.stringify(envelope)],
    );
  }
}
