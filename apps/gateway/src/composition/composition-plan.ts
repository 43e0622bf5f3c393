import {
  alternativesOf,
  compositionsOf,
  fieldsOf,
  foreignFieldsOf,
  isComposed,
  type Batch,
  type Composition,
  type Dto,
} from '@bindery/contracts';

/** The slots in answers of a DTO: computed once, as the contracts never change. */
interface CompositionPlan {
  own: readonly (Pick<Composition, 'batch' | 'by' | 'when'> & {
    into: readonly (readonly [from: string, path: string[]])[];
  })[];
  foreign: readonly { name: string; batch: Batch }[];
  /** Fields whose own DTOs have slots. */
  inner: readonly { name: string; dtos: readonly Dto[] }[];
}

const plans = new WeakMap<Dto, CompositionPlan | null>();

/** The slots in answers of the DTO; null when it has none. */
export function planOf(dto: Dto): CompositionPlan | null {
  let plan = plans.get(dto);
  if (plan === undefined) plans.set(dto, (plan = isComposed(dto) ? makePlan(dto) : null));
  return plan;
}

function makePlan(dto: Dto): CompositionPlan {
  const alternatives = alternativesOf(dto);
  if (alternatives[0] !== dto) return joined(alternatives.flatMap((one) => planOf(one) ?? []));
  const foreign = foreignFieldsOf(dto);
  return {
    own: compositionsOf(dto).map(({ into, ...composition }) => ({
      ...composition,
      into: Object.entries(into).map(([from, path]) => [from, path.split('.')] as const),
    })),
    foreign: [...foreign].map(([name, batch]) => ({ name, batch })),
    inner: fieldsOf(dto).flatMap(({ name, dtos }) => {
      const composed = foreign.has(name) ? [] : (dtos?.() ?? []).filter((inner) => isComposed(inner));
      return composed.length > 0 ? [{ name, dtos: composed }] : [];
    }),
  };
}

/** The plan of a union: the fields of an answer show which of its DTOs it has. */
const joined = (plans: readonly CompositionPlan[]): CompositionPlan => ({
  own: plans.flatMap(({ own }) => own),
  foreign: plans.flatMap(({ foreign }) => foreign),
  inner: plans.flatMap(({ inner }) => inner),
});
