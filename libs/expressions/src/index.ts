export { meetsCondition } from './condition';
export { evaluate, isTrue, namesIn, type Context } from './evaluate';
export { type Expression, ExpressionError, limits } from './expression';
export { parseExpression } from './parse';
