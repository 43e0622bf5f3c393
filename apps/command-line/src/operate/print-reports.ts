import type { ServiceReport } from './run-services';

/** Shows what services report: one table of all rows, or the fields of the only one, a line for each service, and what to do next; or the rows as JSON. */
export function printReports(reports: ServiceReport[], json: boolean): void {
  const rows = reports.flatMap((report) => report.rows);
  if (json) return console.log(JSON.stringify(rows));
  const [only, ...others] = rows;
  if (only && others.length === 0)
    for (const [field, value] of Object.entries(only)) console.log(`${field}: ${String(value)}`);
  else if (only) console.table(rows);
  for (const { summary } of reports) console.log(summary);
  for (const next of new Set(reports.flatMap((report) => report.next ?? []))) console.log(`Next: ${next}`);
}
