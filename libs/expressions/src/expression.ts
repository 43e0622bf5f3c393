/** An expression as it was read: a tree of at most 64 nodes, 16 deep. */
export type Expression =
  | { type: 'literal'; value: string | number | boolean | null }
  | { type: 'list'; items: Expression[] }
  | { type: 'name'; name: string }
  | { type: 'member'; object: Expression; key: Expression }
  | { type: 'unary'; operator: UnaryOperator; operand: Expression }
  | { type: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { type: 'conditional'; test: Expression; then: Expression; otherwise: Expression };

type UnaryOperator = '!' | '-';
export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+';

export const limits = { characters: 1_024, nodes: 64, depth: 16 } as const;

/** A fault in an expression; `position` counts characters from 0. */
export class ExpressionError extends Error {
  constructor(
    message: string,
    readonly position: number,
  ) {
    super(`${message} at character ${position + 1}`);
    this.name = 'ExpressionError';
  }
}
