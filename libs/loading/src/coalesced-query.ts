import { SingleFlight } from './single-flight';

/** The connection of a service to its schema. */
interface Queryable {
  readonly inTransaction: boolean;
  query<Row>(text: string, values: unknown[]): Promise<Row[]>;
}

/**
 * Runs equal concurrent statements once, as when many readers open one space: one statement
 * answers all callers that come before it begins. A transaction runs its own, as it alone sees its changes.
 */
export class CoalescedQuery {
  private readonly asked = new SingleFlight<readonly unknown[]>();

  constructor(private readonly db: Queryable) {}

  /** The rows, which callers may not change: others have them as well. `values` are JSON. */
  query<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const query = () => this.db.query<Row>(text, [...values]);
    if (this.db.inTransaction) return query();
    return this.asked.run(`${JSON.stringify(values)} ${text}`, query) as Promise<readonly Row[]>;
  }
}
