import { isBranch } from '../html/condition-tags';
import { block } from '../model/build';
import type { Block } from '../model/model';
import type { Tag } from '../syntax/tag';
import { partTypes } from './tag-table';
import { isTag, tagsOf } from './tags-in-block';

/** The condition that nobody meets. */
const never = 'false';
/** Above these, conditions without an end count as one that nobody meets, as each block behind them repeats all of them. */
const maximumLength = 200;
const maximumOpen = 20;

/** The condition of a tag that begins one. */
export function conditionOf({ name, argument }: Tag): string | undefined {
  if (name === 'if') return argument;
  return name === 'unless' ? negated(argument) : undefined;
}

const negated = (condition: string): string => `!(${condition})`;

/** All the conditions together. */
function joined(conditions: readonly string[]): string | undefined {
  if (conditions.length < 2) return conditions[0];
  return conditions.includes(never) ? never : conditions.map((one) => `(${one})`).join(' && ');
}

/** The conditions of the branches of an `{% if %}`: each holds where those before it do not. */
export function branchConditions(opening: Tag, branches: readonly Tag[]): string[] {
  const before: string[] = [];
  return [conditionOf(opening)!, ...branches.map(({ argument }) => argument)].map((own, index) => {
    const isElse = index > 0 && branches[index - 1]!.name === 'else';
    if (index > maximumOpen) return never;
    const all = [...before, ...(isElse ? [] : [own])];
    before.push(negated(own));
    return joined(all)!;
  });
}

/**
 * The conditions that a page has begun and not ended, where it is read block by block. Only a whole block can be hidden: one
 * that begins, divides or ends a condition within its text stands within an `if` of all conditions that hold in it, so
 * that no readers see text whose condition they may not meet.
 */
export class Conditions {
  private open: string[] = [];
  /** Those beyond the maximum. */
  private further = 0;
  /** The conditions of the `if`s around. */
  private met: string[] = [];
  private readonly seen = new WeakSet<object>();

  /** `report` is called for each block with a condition in its text. */
  constructor(private readonly report: () => void = () => undefined) {}

  /** Reads blocks, and puts each into an `if` of the conditions around it and in its text. */
  hide<T extends Block[] | undefined>(read: () => T, isPart = false): T | Block[] {
    const [open, further] = [[...this.open], this.further];
    // A part of a block cannot be hidden by itself, but each block in it can.
    const required = isPart ? [] : this.required();
    const blocks = this.within(required, read);
    if (!blocks) [this.open, this.further] = [open, further];
    return blocks && blocks.map((one) => (partTypes.has(one.type) ? one : this.hidden(one, required)));
  }

  /** Reads blocks that stand within these conditions. */
  within<T>(conditions: readonly string[], read: () => T): T {
    const met = this.met;
    this.met = [...met, ...conditions];
    try {
      return read();
    } finally {
      this.met = met;
    }
  }

  /** Reads a branch of an `if`. An `else` in a text of it counts up to its end. */
  inBranch<T>(condition: string, read: () => T): T {
    const begun = this.open.length;
    const result = this.within([condition], read);
    this.open = this.open.filter((one, index) => one !== never || index < begun);
    return result;
  }

  /** Reads blocks that stand elsewhere in the page. */
  apart<T>(read: () => T): T {
    const { met, open, further } = this;
    [this.met, this.open, this.further] = [[], [], 0];
    try {
      return read();
    } finally {
      [this.met, this.open, this.further] = [met, open, further];
    }
  }

  private required(): string[] {
    if (this.further > 0) return this.met.includes(never) ? [] : [never];
    const missing = [...new Set(this.open)].filter((condition) => !this.met.includes(condition));
    const isMet = this.met.includes(never) || this.met.includes(joined(missing) ?? never);
    return isMet ? [] : missing;
  }

  private hidden(read: Block, required: readonly string[]): Block {
    const tags = [...tagsOf(read, this.seen)];
    this.seen.add(read);
    for (const tag of tags) this.take(tag);
    if (tags.length > 0 && !isTag(read)) this.report();
    const own = ownCondition(read, tags);
    const hidden = own === undefined ? read : conditional(own, read);
    const others = isTag(read) ? undefined : joined(required);
    const isHidden = others === undefined || (hidden.type === 'if' && hidden.data.expression === others);
    return isHidden ? hidden : conditional(others, hidden);
  }

  private take(tag: Tag): void {
    const condition = conditionOf(tag);
    if (condition !== undefined) this.begin(condition);
    else if (tag.name.startsWith('end')) this.end();
    else if (this.end() || this.met.length > 0) this.begin(never);
  }

  private begin(condition: string): void {
    const length = this.open.reduce((sum, one) => sum + one.length, condition.length);
    if (this.open.length < maximumOpen) this.open.push(length > maximumLength ? never : condition);
    else this.further++;
  }

  /** Whether there was one to end. */
  private end(): boolean {
    if (this.further === 0) return this.open.pop() !== undefined;
    this.further--;
    return true;
  }
}

/** The condition that the text of a block makes by itself. Nobody meets that of one with a branch, or an end without a beginning. */
function ownCondition(read: Block, tags: readonly Tag[]): string | undefined {
  const isEnd = ({ name }: Tag) => name.startsWith('end');
  if (isTag(read) && tags.some(isEnd)) return undefined;
  const conditions = tags.flatMap((tag) => conditionOf(tag) ?? []);
  let begun = 0;
  const isBroken = tags.some((tag) => {
    begun += isEnd(tag) ? -1 : 1;
    return begun < 0 || isBranch(tag.name);
  });
  return joined(isBroken ? [never] : [...new Set(conditions)]);
}

const conditional = (expression: string, read: Block): Block => block('if', { expression }, [read]);

/** The block in an `if` that the conditions in its text make by themselves; any other block as it is. */
export function withoutImplied(read: Block): Block {
  const [only, ...more] = read.nodes ?? [];
  if (read.type !== 'if' || only?.object !== 'block' || more.length > 0) return read;
  if (Object.keys(read.data).length !== 1) return read;
  return ownCondition(only, [...tagsOf(only, new WeakSet())]) === read.data.expression ? only : read;
}
