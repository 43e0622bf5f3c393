import { isText } from '../model/build';
import { sameMark, sortMarks } from '../model/marks';
import type { Inline, Leaf, Mark, Node } from '../model/model';

/** A leaf or an inline with the marks that are still to be written around it. */
export interface Run {
  marks: Mark[];
  item: Leaf | Inline;
}

/** A mark and the neighbouring runs that share it, or a run without further marks. */
export type Group = { mark: Mark; runs: Run[] } | { mark: undefined; run: Run };

/**
 * Nodes as runs. Marks belong to text; an inline between two texts takes part in the marks that both have (if all
 * its own text has them too), so that one element spans the whole.
 */
export function runsOf(nodes: Node[], without: Mark[] = []): Run[] {
  const runs: Run[] = [];
  for (const node of nodes) {
    if (isText(node)) for (const leaf of node.leaves) pushLeaf(runs, leaf, without);
    else if (node.object === 'inline') runs.push({ marks: [], item: node });
  }
  runs.forEach((run, index) => {
    if (run.item.object === 'leaf') return;
    const before = runs[index - 1]?.marks ?? [];
    const after = nextMarks(runs, index);
    const own = run.item.isVoid ? undefined : commonMarks(run.item.nodes ?? [], without);
    run.marks = before.filter((mark) => has(after, mark) && (own === undefined || has(own, mark)));
    if (own) run.marks = own;
  });
  return runs;
}

function pushLeaf(runs: Run[], leaf: Leaf, without: Mark[]): void {
  if (leaf.text === '' && leaf.data?.source === undefined) return;
  runs.push({ marks: sortMarks(leaf.marks).filter((mark) => !has(without, mark)), item: leaf });
}

function nextMarks(runs: Run[], index: number): Mark[] {
  for (let next = index + 1; next < runs.length && next < index + 20; next++) {
    const run = runs[next] as Run;
    if (run.item.object === 'leaf') return run.marks;
    if (!run.item.isVoid) return commonMarks(run.item.nodes ?? [], []);
  }
  return [];
}

/** The marks that every leaf among the nodes has; code is left to the leaves themselves. */
function commonMarks(nodes: Node[], without: Mark[]): Mark[] {
  const leaves = nodes.flatMap((node) => (isText(node) ? node.leaves : [])).filter((leaf) => leaf.text !== '');
  const [first, ...rest] = leaves;
  if (!first) return [];
  return sortMarks(first.marks).filter(
    (mark) => mark.type !== 'code' && !has(without, mark) && rest.every((leaf) => has(leaf.marks, mark)),
  );
}

const has = (marks: Mark[], mark: Mark) => marks.some((other) => sameMark(other, mark));

/** Neighbouring runs that share their outermost mark, together. */
export function groupsOf(runs: Run[]): Group[] {
  const groups: Group[] = [];
  for (const run of runs) {
    const [mark, ...inner] = run.marks;
    if (!mark) {
      groups.push({ mark: undefined, run });
      continue;
    }
    const last = groups.at(-1);
    const rest = { marks: inner, item: run.item };
    if (last?.mark && sameMark(last.mark, mark)) last.runs.push(rest);
    else groups.push({ mark, runs: [rest] });
  }
  return groups;
}
