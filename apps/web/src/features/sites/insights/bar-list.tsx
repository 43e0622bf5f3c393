import { Failure, Loading } from '../../../ui/states';
import type { Aggregate } from './use-aggregate';

interface BarListProps {
  title: string;
  items: readonly { label: string; count: number }[];
  aggregate: Aggregate;
}

/** The most frequent values, each with a bar as long as its part of the first. */
export function BarList({ title, items, aggregate }: BarListProps) {
  const most = Math.max(1, ...items.map(({ count }) => count));
  return (
    <section className="insight" aria-label={title}>
      <h2>{title}</h2>
      {aggregate.error && <Failure error={aggregate.error} />}
      {aggregate.isPending && <Loading lines={3} />}
      {!aggregate.isPending && items.length === 0 && !aggregate.error && <p className="muted">Nothing in this time.</p>}
      <ol className="bar-list">
        {items.map(({ label, count }) => (
          <li key={label}>
            <span className="bar-fill" style={{ width: `${(count / most) * 100}%` }} aria-hidden="true" />
            <span className="bar-label">{label}</span>
            <span className="bar-count">{count.toLocaleString('en')}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
