import { getMetadataStorage } from 'class-validator';

type Find = ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas'];

/**
 * Has class-validator find the rules of a class once: left to itself it looks through those of all classes each time that
 * one is validated. Rules are declared with their class, none has groups, and none changes afterwards.
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
