/** The fields of a form whose values are other ones than those with which the form began. */
export const changedFields = <T extends object>(begun: T, now: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(begun[name as keyof T])),
  ) as Partial<T>;
