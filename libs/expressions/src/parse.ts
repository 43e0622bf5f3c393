import { type BinaryOperator, type Expression, ExpressionError, limits } from './expression';
import { type Token, tokensOf } from './tokens';

/** How strongly operators bind, weakest first; those of one line are read from left to right. */
const operators: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>=', 'in'],
  ['+'],
];
const constants = new Map<string, Expression>([
  ['true', { type: 'literal', value: true }],
  ['false', { type: 'literal', value: false }],
  ['null', { type: 'literal', value: null }],
  ['undefined', { type: 'literal', value: null }],
]);

/**
 * Reads an expression: names with their members (`visitor.claims.plan`, `reviews[0]`, `claims["the key"]`), strings,
 * numbers, `true`, `false`, `null`, lists, `! && || == != < <= > >= in + ?:` and parentheses. There are no calls.
 * Throws `ExpressionError` when it is not one, or above `limits`.
 */
export function parseExpression(source: string): Expression {
  if (source.length > limits.characters) {
    throw new ExpressionError(`An expression can have at most ${limits.characters} characters`, limits.characters);
  }
  return new Parser(tokensOf(source)).read();
}

class Parser {
  private next = 0;
  private nodes = 0;
  private depth = 0;

  constructor(private readonly tokens: Token[]) {}

  read(): Expression {
    const expression = this.expression();
    if (this.token.type !== 'end') throw this.unexpected();
    return expression;
  }

  private expression(): Expression {
    this.deeper();
    const test = this.binary(0);
    const expression = this.accept('?') ? this.conditional(test) : test;
    this.depth--;
    return expression;
  }

  private conditional(test: Expression): Expression {
    const then = this.expression();
    this.expect(':');
    return this.node({ type: 'conditional', test, then, otherwise: this.expression() });
  }

  private binary(strength: number): Expression {
    const level = operators[strength];
    if (!level) return this.unary();
    let left = this.binary(strength + 1);
    for (let operator; (operator = this.operatorOf(level));) {
      left = this.node({ type: 'binary', operator, left, right: this.binary(strength + 1) });
    }
    return left;
  }

  private operatorOf(level: readonly BinaryOperator[]): BinaryOperator | undefined {
    if (this.token.type !== 'sign' && this.token.text !== 'in') return undefined;
    if (this.token.type === 'string') return undefined;
    const operator = level.find((one) => one === this.token.text);
    if (operator) this.next++;
    return operator;
  }

  private unary(): Expression {
    for (const operator of ['!', '-'] as const) {
      if (!this.accept(operator)) continue;
      this.deeper();
      const operand = this.unary();
      this.depth--;
      return this.node({ type: 'unary', operator, operand });
    }
    return this.members(this.primary());
  }

  private members(object: Expression): Expression {
    for (;;) {
      if (this.accept('.')) {
        // `a?.[0]` is written with both.
        if (this.token.text === '[' && this.token.type === 'sign') continue;
        if (this.token.type !== 'name') throw this.unexpected();
        const key: Expression = { type: 'literal', value: this.take().text };
        object = this.node({ type: 'member', object, key });
      } else if (this.accept('[')) {
        const key = this.expression();
        this.expect(']');
        object = this.node({ type: 'member', object, key });
      } else return object;
    }
  }

  private primary(): Expression {
    if (this.accept('(')) {
      const expression = this.expression();
      this.expect(')');
      return expression;
    }
    if (this.accept('[')) return this.list();
    if (this.token.type === 'end' || this.token.type === 'sign' || this.token.text === 'in') {
      if (this.token.type !== 'string') throw this.unexpected();
    }
    const { type, text } = this.take();
    if (type === 'string') return this.node({ type: 'literal', value: text });
    if (type === 'number') return this.node({ type: 'literal', value: Number(text) });
    return this.node(constants.get(text) ?? { type: 'name', name: text });
  }

  private list(): Expression {
    const items: Expression[] = [];
    while (!this.accept(']')) {
      if (items.length > 0) this.expect(',');
      items.push(this.expression());
    }
    return this.node({ type: 'list', items });
  }

  private get token(): Token {
    return this.tokens[this.next]!;
  }

  private take(): Token {
    return this.tokens[this.next++]!;
  }

  private accept(sign: string): boolean {
    const found = this.token.type === 'sign' && this.token.text === sign;
    if (found) this.next++;
    return found;
  }

  private expect(sign: string): void {
    if (!this.accept(sign)) throw this.unexpected(`${sign} is expected instead of`);
  }

  private unexpected(instead?: string): ExpressionError {
    const { text, position } = this.token;
    return new ExpressionError(instead ? `${instead} ${text}` : `${text} is not expected`, position);
  }

  private node(expression: Expression): Expression {
    if (++this.nodes > limits.nodes) {
      throw new ExpressionError(`An expression can have at most ${limits.nodes} parts`, this.token.position);
    }
    return expression;
  }

  private deeper(): void {
    if (++this.depth > limits.depth) {
      throw new ExpressionError(`An expression can be nested at most ${limits.depth} deep`, this.token.position);
    }
  }
}
