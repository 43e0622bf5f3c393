import { getMetadataStorage } from 'class-validator';

type Find = ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas'];

/**
 * Caches the rules of a class for class-validator, which otherwise searches the rules of all classes at each validation. Rules
 * are declared with their class, have no groups, and never change.
 */
export function keepRules(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const known = new WeakMap<object, ReturnType<Find>>();
  storage.getTargetValidationMetadatas = (target, ...options) => {
    let rules = known.get(target);
    if (!rules) known.set(target, (rules = find(target, ...options)));
    return rules;
  };
}
