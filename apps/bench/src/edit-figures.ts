import type { Comparison } from './compare';
import { CREATED, CREATED_AMONG_MANY, DISCUSSED_SPACE, SPACE } from './edit-operations';
import type { TargetedFigure } from './targeted-figure';

/** Requests per second beside the baseline, by operation and number of connections. */
const ratios: [operation: string, connections: number, least: number][] = [
  ['replace a page', 64, 0.25],
  [CREATED, 64, 0.25],
  ['create a comment', 64, 0.45],
  [SPACE, 1, 0.3],
  ['page', 1, 0.5],
  ['create a comment', 1, 0.25],
  ['replace a page', 1, 0.15],
];

/** The target figures of edits, where they were measured. */
export function editFigures(comparisons: readonly Comparison[]): TargetedFigure[] {
  const find = (operation: string, connections: number) =>
    comparisons.find((one) => one.operation === operation && one.connections === connections);
  const beside = ratios.flatMap(([operation, connections, least]): TargetedFigure[] => {
    const measured = find(operation, connections);
    const name = `${operation} at ${connections} connections beside the baseline`;
    return measured ? [{ name, unit: 'x', value: measured.ratio, target: { least } }] : [];
  });
  // Each beside the baseline of its own minute, as the machine may be slower in the one than in the other.
  const slower = (name: string, many: string, few: string, most: number): TargetedFigure[] => {
    const [large, small] = [find(many, 1), find(few, 1)];
    if (!large || !small) return [];
    return [{ name, unit: 'x', value: small.ratio / large.ratio, target: { most } }];
  };
  return [
    ...beside,
    ...slower('create a page among many beside one among few', CREATED_AMONG_MANY, CREATED, 1.2),
    ...slower('a space of many comments beside one of none', DISCUSSED_SPACE, SPACE, 1.1),
  ];
}
