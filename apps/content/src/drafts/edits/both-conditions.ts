import { conflict } from '@bindery/contracts';
import { ExpressionError, parseExpression } from '@bindery/expressions';

/**
 * A condition that is true where both are true, for a page of this title. Throws 409, naming `field`, where both together are longer
 * than a condition can be: no reader would see the page.
 */
export function bothConditions(above = '', below = '', { title, field }: { title: string; field: string }): string {
  if (!above || !below || above === below) return above || below;
  const both = `(${above}) && (${below})`;
  if (!isReadable(both) && isReadable(above) && isReadable(below))
    throw conflict(`${field}: its condition and that of the page "${title}" below it are too long for one condition`);
  return both;
}

function isReadable(condition: string): boolean {
  try {
    parseExpression(condition);
    return true;
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}
