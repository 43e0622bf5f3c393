import { leaf, text } from './build';
import { sameMarks } from './marks';
import type { Inline, Leaf, Mark, Node } from './model';

/** Collects text and inlines into nodes: neighbouring leaves with equal marks become one, empty text disappears. */
export class InlineBuilder {
  private readonly nodes: Node[] = [];
  private leaves: Leaf[] = [];

  add(value: string, marks: Mark[]): void {
    if (value === '') return;
    const added = leaf(value, marks);
    const last = this.leaves.at(-1);
    if (last && last.data === undefined && sameMarks(last, added)) last.text += value;
    else this.leaves.push(added);
  }

  /** Keeps a piece of source that has no counterpart in the model. */
  addSource(source: string, marks: Mark[]): void {
    this.leaves.push({ ...leaf('', marks), data: { source } });
  }

  push(node: Inline): void {
    this.flush();
    this.nodes.push(node);
  }

  /** Takes the word that ends here, for an annotation that names what stands before it. */
  takeWord(): Leaf | undefined {
    const last = this.leaves.at(-1);
    const word = last && last.data === undefined ? /\S+$/u.exec(last.text.slice(-200))?.[0] : undefined;
    if (!last || word === undefined) return undefined;
    last.text = last.text.slice(0, last.text.length - word.length);
    if (last.text === '') this.leaves.pop();
    return leaf(word, last.marks);
  }

  finish(): Node[] {
    this.flush();
    return this.nodes.length > 0 ? this.nodes : [text()];
  }

  private flush(): void {
    if (this.leaves.length > 0) this.nodes.push(text(...this.leaves));
    this.leaves = [];
  }
}
