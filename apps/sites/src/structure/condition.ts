import { evaluate, ExpressionError, isTrue, namesIn, parseExpression, type Expression } from '@bindery/expressions';
import { invalid } from '@bindery/contracts';
import { LRUCache } from 'lru-cache';

/** Refuses a condition that cannot be evaluated for a visitor. Throws 400. */
export function checkCondition(condition: string | null | undefined): void {
  if (!condition) return;
  try {
    const unknown = [...namesIn(parseExpression(condition))].find((name) => name !== 'visitor');
    if (unknown) throw invalid('body.condition', `condition reads ${unknown}, but only visitor is known`);
  } catch (error) {
    if (error instanceof ExpressionError) throw invalid('body.condition', `condition: ${error.message}`);
    throw error;
  }
}

const parsed = new LRUCache<string, Expression>({ max: 5_000 });

/** Whether a visitor with these claims meets a condition. */
export function meets(condition: string | null, claims: Record<string, unknown>): boolean {
  if (!condition) return true;
  let expression = parsed.get(condition);
  if (!expression) parsed.set(condition, (expression = parseExpression(condition)));
  return isTrue(evaluate(expression, { visitor: { claims } }));
}
