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

/** What expressions of a page are evaluated over. */
interface EvaluationContext {
  space: { vars: Readonly<Record<string, unknown>> };
  page: { vars: Readonly<Record<string, unknown>> };
  visitor: { claims: Readonly<Record<string, unknown>> };
}

/**
 * `deterministic-only` leaves alone what depends on anything but the variables of space and page, and `for-reader` nothing:
 * what no value can take the place of goes.
 */
export type EvaluationMode = 'true' | 'deterministic-only' | 'for-reader';

/** Names whose values are the same for every reader. */
const deterministic = new Set(['space', 'page']);

/** Characters that the expressions of one document put in, so that a few short ones cannot make a huge answer. */
const maxText = 1_000_000;

/**
 * The document with the values of its expressions in their places, and with the blocks of `if`s that hold in theirs. A
 * condition that cannot be read holds for nobody; any other expression that cannot be read, or that comes after the text
 * put in grew too long, stays as it is, or is nothing to a reader.
 */
export function evaluateDocument(document: Document, mode: EvaluationMode, context: EvaluationContext): Document {
  const evaluation = new Evaluation(mode, { ...context });
  return { ...document, nodes: evaluation.blocks(document.nodes) };
}

/** Whether a stored document holds anything to evaluate; a quick look that may say yes to what does not. */
export const mayHoldExpressions = (json: string): boolean =>
  json.includes('"type":"expression"') || mayHoldConditions(json);

/** Whether a stored document holds blocks that stand under conditions; as quick a look. */
export const mayHoldConditions = (json: string): boolean => json.includes('"type":"if"');

/** The document without the blocks that stand under conditions, whether these hold or not. */
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

  /** Undefined where there is none to be put in. */
  private textFor(source: unknown): string | undefined {
    const expression = this.parse(source);
    if (!expression || !this.isDue(expression)) return undefined;
    const text = textOf(evaluate(expression, this.context));
    return text.length > this.left ? undefined : text;
  }

  private isDue(expression: Expression): boolean {
    return this.mode !== 'deterministic-only' || [...namesIn(expression)].every((name) => deterministic.has(name));
  }

  /** Undefined for what cannot be read. */
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

/** A value as a reader sees it: what is not there is nothing, and what has no text of its own neither. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
