import { ExpressionError, namesIn, parseExpression } from '@bindery/expressions';
import { invalid } from '@bindery/contracts';

/** Throws 400 for a condition that cannot be evaluated for a visitor. */
export function checkCondition(condition: string | null | undefined): void {
  if (!condition) return;
  try {
    const unknown = [...namesIn(parseExpression(condition))].find((name) => name !== 'visitor');
    if (unknown) throw invalid('body.condition', `condition uses ${unknown}, but can only use visitor`);
  } catch (error) {
    if (error instanceof ExpressionError) throw invalid('body.condition', `condition: ${error.message}`);
    throw error;
  }
}
