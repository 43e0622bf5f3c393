import type { ServiceName } from './services';
import { Nested, type FieldOptions } from './fields';
import type { Principal } from './principal';
import { alternativesOf, fieldsOf, type Dto } from './schema';

/**
 * A call with which a service returns many of its objects at once: ids in, a map from id to object out. The gateway puts these
 * objects in place of ids in the answers of other services (decision 7 in docs/architecture/decisions).
 */
export interface Batch<T extends object = object> {
  service: ServiceName;
  name: string;
  subject: string;
  returns: Dto<T>;
  /** The substitute for an id that the owner no longer knows. Only batches that have it are composed into answers. */
  missing?: (id: string) => T;
  /** The answer depends on the caller, so requests of different callers never share a call. */
  perCaller: boolean;
  /** Answers may be cached, for all callers or for the same caller, for as long as `ForeignObjectLoader` keeps them: less than a second. */
  kept: boolean;
  /** The part of the object with that id that the caller may see, where the owner answers the same to all callers. */
  shownTo?(found: T, caller: Principal, id: string): T;
}

type BatchOptions<T extends object> = Partial<Pick<Batch<T>, 'missing' | 'perCaller' | 'kept' | 'shownTo'>>;

const registered: Batch[] = [];

export function batch<T extends object>(
  service: ServiceName,
  name: string,
  returns: Dto<T>,
  options: BatchOptions<NoInfer<T>> = {},
): Batch<T> {
  const made = { service, name, subject: `rpc.${service}.${name}`, returns, perCaller: false, kept: false, ...options };
  registered.push(made as unknown as Batch);
  return made;
}

export const allBatches = (): readonly Batch[] => registered;

/** The properties of an object that another service fills: by property of the batch's answer, the path in the object. */
export interface Composition {
  batch: Batch;
  /** The property that holds the id to ask for. */
  by: string;
  into: Record<string, string>;
  /** Which objects are filled; all of them when absent. */
  when?: (object: object) => boolean;
}

const composedOf = new Set<Batch>();

/** Every batch that is composed into some answer. */
export const composedBatches = (): ReadonlySet<Batch> => composedOf;

const fills = new WeakMap<Dto, Composition[]>();
const foreign = new WeakMap<object, Map<string, Batch>>();

/** Declares on a DTO class that `into`'s paths are filled from the batch's answer for the id in `by`, in objects that `when` names. */
export function Composes<T extends object>(
  source: Batch<T>,
  by: string,
  into: Partial<Record<keyof T & string, string>>,
  when?: Composition['when'],
): ClassDecorator {
  return (target) => {
    const dto = target as unknown as Dto;
    composedOf.add(source as unknown as Batch);
    fills.set(dto, [
      ...(fills.get(dto) ?? []),
      { batch: source as unknown as Batch, by, into: into as Record<string, string>, ...(when && { when }) },
    ]);
  };
}

/** A field that holds another service's object; the owning service answers its id, see `composed`. */
export function Foreign<T extends object>(source: Batch<T>, options: FieldOptions = {}): PropertyDecorator {
  return (target, property) => {
    Nested(() => source.returns, options)(target, property);
    composedOf.add(source as unknown as Batch);
    const own = foreign.get(target) ?? new Map<string, Batch>();
    foreign.set(target, own.set(String(property), source as unknown as Batch));
  };
}

/** The id of an object, which the gateway replaces with the object. */
export const composed = <T>(id: string): T => id as unknown as T;

/** A DTO and the DTOs that it extends. */
function chainOf(dto: Dto): Dto[] {
  const chain: Dto[] = [];
  for (let at: unknown = dto; typeof at === 'function' && at.prototype; at = Object.getPrototypeOf(at))
    chain.push(at as Dto);
  return chain;
}

export const compositionsOf = (dto: Dto): readonly Composition[] => chainOf(dto).flatMap((at) => fills.get(at) ?? []);
export const foreignFieldsOf = (dto: Dto): ReadonlyMap<string, Batch> =>
  new Map(chainOf(dto).flatMap((at) => [...(foreign.get(at.prototype as object) ?? [])]));

/** Whether another service fills a part of this DTO. If not, the gateway passes the bytes of the answer on unchanged. */
export function isComposed(dto: Dto, seen = new Set<Dto>()): boolean {
  if (seen.has(dto)) return false;
  seen.add(dto);
  const alternatives = alternativesOf(dto);
  if (alternatives[0] !== dto) return alternatives.some((one) => isComposed(one, seen));
  if (compositionsOf(dto).length > 0 || foreignFieldsOf(dto).size > 0) return true;
  return fieldsOf(dto).some((field) => field.dtos?.().some((inner) => isComposed(inner, seen)));
}

/**
 * An answer with every property; absent ones are undefined, and JSON leaves them out. V8 makes and writes objects of one shape
 * several times as fast as objects made of spreads, which matters in answers with hundreds of them.
 */
export type AllProperties<T> = T extends unknown
  ? {
      [Name in keyof Required<T>]: Record<never, never> extends Pick<T, Name & keyof T>
        ? T[Name & keyof T] | undefined
        : T[Name & keyof T];
    }
  : never;
