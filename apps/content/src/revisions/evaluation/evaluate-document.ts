import type { Block, Document, Fragment, Inline, Node, Text } from '@bindery/documents';
import {
  evaluate,
  ExpressionError,
  isTrue,
  namesIn,
  parseExpression,
  type Context,
  type Expression,
} from '@bindery/expressions';

/** The values that expressions of a page may use. */
interface EvaluationContext {
  space: { vars: Readonly<Record<string, unknown>> };
  page: { vars: Readonly<Record<string, unknown>> };
  visitor: { claims: Readonly<Record<string, unknown>> };
}

/**
 * `deterministic-only` evaluates only expressions over the variables of space and page. `for-reader` evaluates all, and
 * removes those without a value.
 */
export type EvaluationMode = 'true' | 'deterministic-only' | 'for-reader';

/** Names whose values are the same for every reader. */
const deterministic = new Set(['space', 'page']);

/** The maximum of characters that the expressions of one document insert, so that a few short ones cannot make a huge answer. */
const maxText = 1_000_000;

/**
 * The document with its expressions replaced by their values, and with the blocks of true `if`s in place of these. A
 * condition that cannot be parsed is false; any other expression that cannot be parsed, or that comes after the inserted
 * text grew too long, stays as it is, or is removed for a reader.
 */
export function evaluateDocument(document: Document, mode: EvaluationMode, context: EvaluationContext): Document {
  const evaluation = new Evaluation(mode, { ...context });
  return { ...document, nodes: evaluation.blocks(document.nodes) };
}

/** Whether a stored document may contain expressions; a quick check with false positives. */
export const mayHoldExpressions = (json: string): boolean =>
  json.includes('"type":"expression"') || mayHoldConditions(json);

/** Whether a stored document may contain conditional blocks; a quick check, too. */
export const mayHoldConditions = (json: string): boolean => json.includes('"type":"if"');

/** The document without its conditional blocks, whether their conditions are true or not. */
export function withoutConditions(json: string): Document {
  if (!mayHoldConditions(json)) return JSON.parse(json) as Document;
  return JSON.parse(json, (_, value: unknown) =>
    Array.isArray(value) ? value.filter((item) => !isCondition(item)) : value,
  ) as Document;
}

const isCondition = (node: unknown): boolean =>
  typeof node === 'object' && node !== null && 'type' in node && node.type === 'if' && 'object' in node;

class Evaluation {
  private readonly parsed = new Map<string, Expression | undefined>();
  private left = maxText;

  constructor(
    private readonly mode: EvaluationMode,
    private readonly context: Context,
  ) {}

  blocks(blocks: readonly Block[]): Block[] {
    return blocks.flatMap((block) => this.block(block));
  }

  private block(block: Block): Block[] {
    if (block.type !== 'if') return [this.within(block)];
    const expression = this.parse(block.data.expression);
    if (!expression) return [];
    if (!this.isDue(expression)) return [this.within(block)];
    return isTrue(evaluate(expression, this.context)) ? this.blocks((block.nodes ?? []) as Block[]) : [];
  }

  private within<T extends Block | Inline>(node: T): T {
    return {
      ...node,
      ...(node.nodes && { nodes: node.nodes.flatMap((child) => this.node(child)) }),
      ...(node.fragments && { fragments: node.fragments.map((fragment) => this.fragment(fragment)) }),
    };
  }

  private fragment(fragment: Fragment): Fragment {
    return { ...fragment, nodes: this.blocks(fragment.nodes) };
  }

  private node(node: Node): Node[] {
    if (node.object === 'text') return [node];
    if (node.object === 'block') return this.block(node);
    return [node.type === 'expression' ? this.value(node) : this.within(node)];
  }

  private value(node: Inline): Inline | Text {
    const text = this.textFor(node.data.expression) ?? (this.mode === 'for-reader' ? '' : undefined);
    if (text === undefined) return node;
    this.left -= text.length;
    return {
      object: 'text',
      ...(node.key !== undefined && { key: node.key }),
      leaves: [{ object: 'leaf', text, marks: [] }],
    };
  }

  /** Undefined where there is no value to insert. */
  private textFor(source: unknown): string | undefined {
    const expression = this.parse(source);
    if (!expression || !this.isDue(expression)) return undefined;
    const text = textOf(evaluate(expression, this.context));
    return text.length > this.left ? undefined : text;
  }

  private isDue(expression: Expression): boolean {
    return this.mode !== 'deterministic-only' || [...namesIn(expression)].every((name) => deterministic.has(name));
  }

  /** Undefined for one that cannot be parsed. */
  private parse(source: unknown): Expression | undefined {
    if (typeof source !== 'string') return undefined;
    if (!this.parsed.has(source)) this.parsed.set(source, read(source));
    return this.parsed.get(source);
  }
}

function read(source: string): Expression | undefined {
  try {
    return parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** A value as a reader sees it; empty for an absent value and for one without a text form. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
