import { evaluate, isTrue } from './evaluate';
import { ExpressionError } from './expression';
import { parseExpression } from './parse';

/** Whether a visitor with these claims meets a condition. True without a condition; false if it cannot be parsed. */
export function meetsCondition(
  condition: string | null | undefined,
  claims: Readonly<Record<string, unknown>>,
): boolean {
  if (!condition) return true;
  try {
    return isTrue(evaluate(parseExpression(condition), { visitor: { claims } }));
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}
