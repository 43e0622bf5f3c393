import { Database } from '@bindery/persistence';
import { SingleFlight } from './single-flight';

/**
 * Statements that many make at the same time, as when readers who are all the same to it open one space: one statement
 * answers whoever asks before it begins. A transaction makes its own, as what it has changed is for itself alone.
 */
export class CoalescedQuery {
  private readonly asked = new SingleFlight<readonly unknown[]>();

  constructor(private readonly db: Database) {}

  /** The rows, which nobody may change: others have them as well. `values` are JSON. */
  query<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const query = () => this.db.query<Row>(text, [...values]);
    if (this.db.inTransaction) return query();
    return this.asked.run(`${JSON.stringify(values)} ${text}`, query) as Promise<readonly Row[]>;
  }
}
