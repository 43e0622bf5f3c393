import type { BinaryOperator, Expression } from './expression';

/** The variables of an expression: plain data, of which only own properties are seen. */
export type Context = Readonly<Record<string, unknown>>;

/**
 * The value of an expression; null for variables and properties that do not exist. Never throws, calls nothing and converts nothing: values of
 * different types are not equal and have no order, and `+` joins numbers, or texts with texts and numbers.
 */
export function evaluate(expression: Expression, context: Context): unknown {
  const value = (part: Expression): unknown => evaluate(part, context);
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'list':
      return expression.items.map(value);
    case 'name':
      return propertyOf(context, expression.name);
    case 'member':
      return propertyOf(value(expression.object), value(expression.key));
    case 'unary':
      return expression.operator === '!' ? !isTrue(value(expression.operand)) : negative(value(expression.operand));
    case 'conditional':
      return value(isTrue(value(expression.test)) ? expression.then : expression.otherwise);
    case 'binary':
      return binary(expression.operator, value(expression.left), () => value(expression.right));
  }
}

/** Whether a condition holds: everything but null, false, 0 and the empty text does. */
export const isTrue = (value: unknown): boolean => Boolean(value);

/** The names that an expression reads, such as `visitor` of `visitor.claims.plan`. */
export function namesIn(expression: Expression): Set<string> {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit);
    else if (part && typeof part === 'object') {
      const { type, name } = part as { type?: string; name?: string };
      if (type === 'name') names.add(name!);
      Object.values(part).forEach(visit);
    }
  };
  visit(expression);
  return names;
}

function binary(operator: BinaryOperator, left: unknown, rightOf: () => unknown): unknown {
  if (operator === '||') return isTrue(left) ? left : rightOf();
  if (operator === '&&') return isTrue(left) ? rightOf() : left;
  const right = rightOf();
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case 'in':
      return isIn(left, right);
    case '+':
      return sum(left, right);
    default:
      return isOrdered(operator, left, right);
  }
}

/** Whether a list holds a value, or an object has a property of that name; what is undefined is absent, as in JSON. */
function isIn(value: unknown, container: unknown): boolean {
  if (Array.isArray(container)) return container.includes(value);
  if (typeof value !== 'string' || !isObject(container)) return false;
  return Object.hasOwn(container, value) && container[value] !== undefined;
}

function isOrdered(operator: '<' | '<=' | '>' | '>=', left: unknown, right: unknown): boolean {
  if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string')) return false;
  const [one, other] = [left, right as typeof left];
  if (operator === '<') return one < other;
  if (operator === '<=') return one <= other;
  return operator === '>' ? one > other : one >= other;
}

function sum(left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  return isText(left) && isText(right) ? `${left as string}${right as string}` : null;
}

const negative = (value: unknown): number | null => (typeof value === 'number' ? -value : null);

/** Own properties of plain objects, entries of lists, and the length of lists and texts. */
function propertyOf(object: unknown, key: unknown): unknown {
  if (key === 'length' && (typeof object === 'string' || Array.isArray(object))) return object.length;
  if (Array.isArray(object)) return typeof key === 'number' ? (object[key] ?? null) : null;
  if (!isObject(object) || typeof key !== 'string' || !Object.hasOwn(object, key)) return null;
  return object[key] ?? null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
