import { isId, userCards, type Batch, type Dto, type Principal } from '@bindery/contracts';
import { ForeignObjectLoader, untilDeadline } from './foreign-object-loader';
import { planOf } from './composition-plan';

/** Site-space, its space, the space's counts: the maximum depth of composition. */
const maxLevels = 3;

type Plain = Record<string, unknown>;

/** A position in an answer that another service fills. */
interface Slot {
  batch: Batch;
  id: string;
  /** Puts the object, which other slots may share, in its position; returns an object that may need composition itself, with its DTO. */
  fill: (found: Plain) => [Dto, Plain] | undefined;
}

type Answers = ReturnType<ForeignObjectLoader['load']>;

/** The answers of owners about an object, requested before its own service has answered. */
export interface EarlyAnswers {
  id: string;
  of: ReadonlyMap<Batch, Answers>;
}

/** Composes an answer from objects of other services, level by level, with one request to each owner for each level. */
export class Composer {
  constructor(private readonly foreignObjects: ForeignObjectLoader) {}

  /** Requests the objects that every object with that id refers to, at the same time as the object itself. */
  askEarly(dto: Dto, id: string, principal: Principal): EarlyAnswers {
    // One message carries the ids of many callers: an invalid id would cause the rejection of all of them.
    const own = isId(id) ? (planOf(dto)?.own ?? []) : [];
    const batches = own.flatMap(({ batch, by, when }) => (by === 'id' && !when ? [batch] : []));
    const of = new Map<Batch, Answers>();
    for (const batch of new Set(batches)) {
      const answers = this.foreignObjects.load(batch, [id], principal);
      // No caller waits for them if the object is rejected; avoids an unhandled rejection.
      answers.catch(() => undefined);
      of.set(batch, answers);
    }
    return { id, of };
  }

  /**
   * Requests the card of a caller who creates an object, because the answer names its author. The loader keeps the card until the
   * answer is composed.
   */
  askAuthor(dto: Dto, caller: Principal): void {
    if (!isId(caller.user) || !planOf(dto)?.foreign.some(({ batch }) => batch.subject === userCards.subject)) return;
    this.foreignObjects.load(userCards, [caller.user], caller).catch(() => undefined);
  }

  /** Completes `value`, an answer of `dto`, in place. */
  async compose(dto: Dto, value: unknown, principal: Principal, early?: EarlyAnswers): Promise<void> {
    let slots: Slot[] = [];
    addSlots(slots, dto, value);
    for (let level = 0; slots.length > 0; level++) {
      if (level === maxLevels) throw new Error(`${dto.name} is composed over more than ${maxLevels} levels`);
      const inner = await untilDeadline(Promise.all(byBatch(slots).map((some) => this.fill(some, principal, early))));
      slots = [];
      for (const [dto, object] of inner.flat()) addSlots(slots, dto, object);
    }
  }

  /** Fills the slots of one owner; returns the objects that may need composition themselves. */
  private async fill(
    [batch, slots]: [Batch, Slot[]],
    principal: Principal,
    early?: EarlyAnswers,
  ): Promise<[Dto, Plain][]> {
    const ids = slots.map(({ id }) => id);
    const known = ids.every((id) => id === early?.id) ? early?.of.get(batch) : undefined;
    const answers = await (known ?? this.foreignObjects.load(batch, ids, principal));
    return slots.flatMap(({ id, fill }) => {
      const found = answers[id] ?? batch.missing?.(id);
      if (!found) throw new Error(`${batch.name} has no replacement for missing objects`);
      const inner = fill((batch.shownTo?.(found, principal, id) ?? found) as Plain);
      return inner ? [inner] : [];
    });
  }
}

function byBatch(slots: readonly Slot[]): [Batch, Slot[]][] {
  const groups = new Map<Batch, Slot[]>();
  for (const slot of slots) {
    const group = groups.get(slot.batch);
    if (group) group.push(slot);
    else groups.set(slot.batch, [slot]);
  }
  return [...groups];
}

function addSlots(slots: Slot[], dto: Dto, value: unknown): void {
  const plan = planOf(dto);
  if (!plan || typeof value !== 'object' || value === null) return;
  const object = value as Plain;
  for (const { batch, by, into, when } of plan.own) {
    // Of several DTOs that a value may have, only its own has the id.
    if (object[by] === undefined || when?.(object) === false) continue;
    const fill = (found: Plain) => {
      for (const [from, path] of into) if (found[from] !== undefined) put(object, path, copyOf(found[from]));
      return undefined;
    };
    slots.push({ batch, id: String(object[by]), fill });
  }
  for (const { name, batch } of plan.foreign) addForeignSlots(slots, object, name, batch);
  for (const { name, dtos } of plan.inner) {
    const held = object[name];
    for (const nested of dtos) {
      if (Array.isArray(held)) for (const item of held) addSlots(slots, nested, item);
      else addSlots(slots, nested, held);
    }
  }
}

function addForeignSlots(slots: Slot[], object: Plain, name: string, batch: Batch): void {
  const held = object[name];
  if (held === undefined || held === null) return;
  const place = (into: Plain | unknown[], key: string | number, id: unknown): void => {
    const fill = (found: Plain): [Dto, Plain] | undefined => {
      // An object that is composed further must not be shared with other slots; others may be.
      const own = planOf(batch.returns) ? structuredClone(found) : found;
      (into as Record<string | number, unknown>)[key] = own;
      return [batch.returns, own];
    };
    slots.push({ batch, id: String(id), fill });
  };
  if (Array.isArray(held)) held.forEach((id, index) => place(held, index, id));
  else place(object, name, held);
}

/** Later objects may be put inside of one. */
const copyOf = (value: unknown): unknown => (typeof value === 'object' ? structuredClone(value) : value);

function put(object: Plain, path: readonly string[], value: unknown): void {
  const last = path.at(-1)!;
  const holder = path.slice(0, -1).reduce<Plain>((at, name) => (at[name] ??= {}) as Plain, object);
  holder[last] = value;
}
