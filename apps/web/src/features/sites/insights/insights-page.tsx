import { useState } from 'react';
import { SelectField } from '../../../ui/field';
import { SiteScreen } from '../site-screen';
import { BarList } from './bar-list';
import { outcomesOf, pathOf, ratingsOf } from './labels';
import { TimeChart } from './time-chart';
import { useAggregate, type Range } from './use-aggregate';
import './insights.css';

type Params = { organizationId: string; siteId: string };

const ranges: { value: Range; label: string }[] = [
  { value: 'last7Days', label: 'The last 7 days' },
  { value: 'last30Days', label: 'The last 30 days' },
  { value: 'last3Months', label: 'The last 3 months' },
  { value: 'lastYear', label: 'The last year' },
];

/** The insights of a site, as charts. */
export default function InsightsPage() {
  return <SiteScreen wide>{(_site, params) => <Insights params={params} />}</SiteScreen>;
}

function Insights({ params }: { params: Params }) {
  const [range, setRange] = useState<Range>('last30Days');
  return (
    <section className="section" aria-label="Insights">
      <div className="insights-range">
        <SelectField
          label="Time"
          options={ranges}
          value={range}
          onChange={(event) => setRange(event.target.value as Range)}
        />
      </div>
      <Views params={params} range={range} />
      <div className="insights-grid">
        <Top params={params} range={range} title="Pages" event="page_view" column="url" labels={pathOf} />
        <Top params={params} range={range} title="Searches" event="search_type_query" column="eventSearchQuery" />
        <Top params={params} range={range} title="Where readers come from" event="page_view" column="referrerDomain" />
        <Top params={params} range={range} title="Languages" event="page_view" column="visitorLanguage" />
        <Top
          params={params}
          range={range}
          title="Ratings of readers"
          event="page_post_feedback"
          column="pageFeedbackRating"
          labels={ratingsOf}
        />
        <Top
          params={params}
          range={range}
          title="How questions were answered"
          event="ask_answer"
          column="askOutcome"
          labels={outcomesOf}
        />
        <Top params={params} range={range} title="Questions" event="ask_answer" column="eventSearchQuery" />
        <Top
          params={params}
          range={range}
          title="Questions without an answer"
          event="ask_answer"
          column="eventSearchQuery"
          outcome="unknown"
        />
        <Top params={params} range={range} title="Answered from" event="ask_answer" column="url" labels={pathOf} />
      </div>
    </section>
  );
}

function Views({ params, range }: { params: Params; range: Range }) {
  const interval = range === 'lastYear' || range === 'last3Months' ? 'week' : 'day';
  const views = useAggregate(params, {
    range,
    select: [{ column: 'datetime', interval }, { column: 'eventsCount' }, { column: 'visitorsCount' }],
    where: [{ column: 'eventType', values: ['page_view'] }],
    groupBy: [{ column: 'datetime', interval }],
    order: { by: { column: 'datetime', interval }, direction: 'asc' },
  });
  return <TimeChart aggregate={views} range={range} interval={interval} />;
}

interface TopProps {
  params: Params;
  range: Range;
  title: string;
  event: string;
  column: 'eventSearchQuery' | 'referrerDomain' | 'visitorLanguage' | 'pageFeedbackRating' | 'askOutcome' | 'url';
  /** Only questions that were answered so. */
  outcome?: 'unknown';
  labels?(value: unknown): string;
}

function Top({ params, range, title, event, column, outcome, labels = String }: TopProps) {
  const top = useAggregate(params, {
    range,
    select: [{ column }, { column: 'eventsCount' }],
    where: [
      { column: 'eventType', values: [event] },
      ...(outcome ? [{ column: 'askOutcome' as const, values: [outcome] }] : []),
    ],
    groupBy: [{ column }],
    order: { by: { column: 'eventsCount' }, direction: 'desc' },
    limit: 8,
  });
  const items = top.rows
    .filter(({ [column]: value }) => value !== null && value !== '')
    .map((row) => ({ label: labels(row[column]), count: Number(row.eventsCount) }));
  return <BarList title={title} items={items} aggregate={top} />;
}
