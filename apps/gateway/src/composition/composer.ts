import {
  compositionsOf,
  fieldsOf,
  foreignFieldsOf,
  isComposed,
  type Batch,
  type Dto,
  type Principal,
} from '@bindery/contracts';
import type { Coalescer } from './coalescer';

/** Site-space, its space, the space's counts: nothing is filled deeper than this. */
const maxLevels = 3;

type Plain = Record<string, unknown>;

/** One place in an answer that another service fills. */
interface Slot {
  batch: Batch;
  id: string;
  /** Puts the answer in its place; answers the object that may need filling itself, with its DTO. */
  fill: (found: Plain) => [Dto, Plain] | undefined;
}

/** Fills what an answer only names, level by level, each level with one question to each owner. */
export class Composer {
  constructor(private readonly coalescer: Coalescer) {}

  /** Completes `value`, an answer of `dto`, in place. */
  async compose(dto: Dto, value: unknown, principal: Principal): Promise<void> {
    let slots = slotsOf(dto, value);
    for (let level = 0; slots.length > 0; level++) {
      if (level === maxLevels) throw new Error(`${dto.name} is composed over more than ${maxLevels} levels`);
      const filled = await Promise.all(slots.map((slot) => this.fill(slot, principal)));
      slots = filled.flatMap((inner) => (inner ? slotsOf(...inner) : []));
    }
  }

  private async fill({ batch, id, fill }: Slot, principal: Principal): Promise<[Dto, Plain] | undefined> {
    const found = (await this.coalescer.load(batch, id, principal)) ?? batch.missing?.(id);
    if (!found) throw new Error(`${batch.name} has no answer for what is missing`);
    // One answer may fill several places, and what is completed itself is completed in each on its own.
    return fill((isComposedCached(batch.returns) ? structuredClone(found) : found) as Plain);
  }
}

function slotsOf(dto: Dto, value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null || !isComposedCached(dto)) return [];
  const object = value as Plain;
  const own = compositionsOf(dto).map(({ batch, by, into }): Slot => ({
    batch,
    id: String(object[by]),
    fill: (found) => {
      for (const [from, path] of Object.entries(into))
        if (found[from] !== undefined) put(object, path.split('.'), found[from]);
      return undefined;
    },
  }));
  const foreign = foreignFieldsOf(dto);
  const inner = fieldsOf(dto).flatMap((field): Slot[] => {
    const held = object[field.name];
    if (held === undefined || held === null) return [];
    const batch = foreign.get(field.name);
    if (batch) return foreignSlots(object, field.name, held, batch);
    return (field.dtos?.() ?? []).flatMap((nested) => [held].flat().flatMap((item) => slotsOf(nested, item)));
  });
  return [...own, ...inner];
}

function foreignSlots(object: Plain, name: string, held: unknown, batch: Batch): Slot[] {
  if (!Array.isArray(held)) {
    return [{ batch, id: String(held), fill: (found) => ((object[name] = found), [batch.returns, found]) }];
  }
  return held.map((id, index) => ({
    batch,
    id: String(id),
    fill: (found) => ((held[index] = found), [batch.returns, found]),
  }));
}

function put(object: Plain, path: string[], value: unknown): void {
  const last = path.at(-1)!;
  const holder = path.slice(0, -1).reduce<Plain>((at, name) => (at[name] ??= {}) as Plain, object);
  holder[last] = value;
}

const composed = new WeakMap<Dto, boolean>();

/** `isComposed`, which the contracts never change, remembered. */
export function isComposedCached(dto: Dto): boolean {
  let known = composed.get(dto);
  if (known === undefined) composed.set(dto, (known = isComposed(dto)));
  return known;
}
