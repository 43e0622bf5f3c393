export type Row = Record<string, unknown>;

/** The API answers column by column. */
export function rowsOf(columns: readonly { column: string; values: unknown[] }[]): Row[] {
  const length = columns[0]?.values.length ?? 0;
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(columns.map(({ column, values }) => [column, values[row]])),
  );
}
