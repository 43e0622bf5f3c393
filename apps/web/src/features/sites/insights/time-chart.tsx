import { Failure, Loading } from '../../../ui/states';
import { stepsOf, type Step } from './steps';
import type { Aggregate, Range } from './use-aggregate';

interface TimeChartProps {
  aggregate: Aggregate;
  range: Range;
  interval: 'day' | 'week';
}

const width = 720;
const height = 160;
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Views and visitors over time: as columns for the eye, as a table for screen readers. */
export function TimeChart({ aggregate, range, interval }: TimeChartProps) {
  const steps = stepsOf(aggregate.rows, range, interval, new Date());
  const most = Math.max(1, ...steps.map(({ views }) => views));
  const slot = width / Math.max(1, steps.length);
  const total = steps.reduce((sum, { views }) => sum + views, 0);
  return (
    <section className="insight" aria-label="Page views">
      <h2>Page views</h2>
      {aggregate.error && <Failure error={aggregate.error} />}
      {aggregate.isPending ? (
        <Loading lines={3} />
      ) : (
        <>
          <p className="insight-total">{total.toLocaleString('en')}</p>
          <svg className="time-chart" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
            {steps.map(({ at, views, visitors }, index) => (
              <rect
                key={at.getTime()}
                x={index * slot + slot * 0.15}
                y={height - (views / most) * (height - 4)}
                width={slot * 0.7}
                height={(views / most) * (height - 4)}
                rx="2"
              >
                <title>{`${day.format(at)}: ${views} views, ${visitors} visitors`}</title>
              </rect>
            ))}
          </svg>
          <div className="time-axis muted" aria-hidden="true">
            {[steps[0], steps.at(-1)].map((step, index) => step && <span key={index}>{day.format(step.at)}</span>)}
          </div>
          <StepTable steps={steps} />
        </>
      )}
    </section>
  );
}

function StepTable({ steps }: { steps: readonly Step[] }) {
  return (
    <table className="visually-hidden">
      <caption>Page views by time</caption>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">Views</th>
          <th scope="col">Visitors</th>
        </tr>
      </thead>
      <tbody>
        {steps
          .filter(({ views }) => views > 0)
          .map(({ at, views, visitors }) => (
            <tr key={at.getTime()}>
              <td>{day.format(at)}</td>
              <td>{views}</td>
              <td>{visitors}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
