import type { Node, ResolvedPos } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { Block } from '../../api/contracts';
import { fileBlock, imageBlock } from './media-blocks';
import { schema } from './schema';
import { isTakenOver } from './take-over';

/** Uploads a file and answers its id; says the part that is sent, from 0 to 1. */
export type Upload = (file: File, onProgress: (part: number) => void) => Promise<string>;

type Step = { add: { id: object; at: number; element: HTMLElement } } | { remove: object };

const key = new PluginKey<DecorationSet>('uploads');

/** Shows where files will stand that are still being sent; the places move with the text. */
export const uploadPlaces = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply(transaction, set) {
      const moved = movedWith(transaction, set);
      const step = transaction.getMeta(key) as Step | undefined;
      if (!step) return moved;
      if ('remove' in step) return moved.remove(moved.find(undefined, undefined, (spec) => spec.id === step.remove));
      const { id, at, element } = step.add;
      return moved.add(transaction.doc, [placeAt(at, { id, element })]);
    },
  },
  props: { decorations: (state) => key.getState(state) },
});

const placeAt = (at: number, spec: { id: object; element: HTMLElement }): Decoration =>
  Decoration.widget(at, spec.element, spec);

/** Places move with the text. Where others have changed the block around a place, it is behind that block then. */
function movedWith(transaction: Transaction, set: DecorationSet): DecorationSet {
  const { mapping, doc, before } = transaction;
  const moved = set.map(mapping, doc);
  if (!isTakenOver(transaction)) return moved;
  const kept = new Set(moved.find().map(({ spec }) => spec.id as object));
  const lost = set.find().filter(({ spec }) => !kept.has(spec.id as object));
  const behind = ({ from }: Decoration) => {
    const $from = before.resolve(from);
    return mapping.map($from.depth > 0 ? $from.after(1) : from);
  };
  return moved.add(
    doc,
    lost.map((place) => placeAt(behind(place), place.spec as Parameters<typeof placeAt>[1])),
  );
}

const placeOf = (state: EditorState, id: object): number | undefined =>
  key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;

/** Files that are still to be put into an editor. */
const underway = new WeakMap<EditorView, number>();
const count = (view: EditorView, by: number) => underway.set(view, uploadsUnderway(view) + by);

/** The number of files that would be missing in the text if the editor was closed now. */
export const uploadsUnderway = (view: EditorView): number => underway.get(view) ?? 0;

/** Counts a file as one that would be missing, until the work ends. */
export async function whileUnderway(view: EditorView, work: Promise<void>): Promise<void> {
  count(view, 1);
  await work.finally(() => count(view, -1));
}

/** Sends files one after the other, and puts each in its place when it is there. */
export function insertFiles(view: EditorView, files: readonly File[], at: number, upload: Upload): void {
  count(view, files.length);
  const sent = files.map((file) => ({ file, id: {}, bar: progressBar(file.name) }));
  for (const { id, bar } of sent) view.dispatch(view.state.tr.setMeta(key, { add: { id, at, element: bar.element } }));
  void sent.reduce(async (before, { file, id, bar }) => {
    await before;
    if (view.isDestroyed) return;
    try {
      const ref = { kind: 'file', file: await upload(file, bar.show) } as const;
      finish(view, id, file.type.startsWith('image/') ? imageBlock(ref) : fileBlock(ref));
    } catch (error) {
      fail(view, id, bar.element, error);
    } finally {
      count(view, -1);
    }
  }, Promise.resolve());
}

function finish(view: EditorView, id: object, block: Block): void {
  if (!view.isDestroyed) view.dispatch(putInPlace(view.state, id, block));
}

/** Puts a block where the file was on its way to, and removes that place. */
export function putInPlace(state: EditorState, id: object, block: Block): Transaction {
  const at = placeOf(state, id);
  const transaction = state.tr.setMeta(key, { remove: id });
  if (at !== undefined) put(transaction, transaction.doc.resolve(at), schema.node('opaque', { block }));
  return transaction;
}

function put(transaction: Transaction, $at: ResolvedPos, node: Node): void {
  const { depth, parent } = $at;
  // Before an empty paragraph, which stays: more files may be on their way to it.
  if (parent.type === schema.nodes.paragraph && parent.content.size === 0) {
    const index = $at.index(depth - 1);
    if ($at.node(depth - 1).canReplaceWith(index, index, node.type)) {
      transaction.insert($at.before(), node);
      return;
    }
  }
  // The innermost place that takes a block: the title of a column takes none, nor does a list between its items.
  for (let level = depth; level >= 0; level--) {
    const index = level === depth ? $at.index() : $at.indexAfter(level);
    if (!$at.node(level).canReplaceWith(index, index, node.type)) continue;
    transaction.insert(level === depth ? $at.pos : $at.after(level + 1), node);
    return;
  }
}

/** Says at a place of the text what could not be taken over. */
export function showProblem(view: EditorView, at: number, message: string): void {
  const id = {};
  const { element } = progressBar('');
  view.dispatch(view.state.tr.setMeta(key, { add: { id, at, element } }));
  fail(view, id, element, message);
}

/** Leaves what went wrong where the file would be, until it is closed. */
function fail(view: EditorView, id: object, element: HTMLElement, error: unknown): void {
  if (view.isDestroyed) return;
  element.className = 'upload failure';
  element.setAttribute('role', 'alert');
  const text = document.createElement('span');
  text.textContent = error instanceof Error ? error.message : String(error);
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'button small';
  close.textContent = 'Close';
  close.addEventListener('click', () => view.dispatch(view.state.tr.setMeta(key, { remove: id })));
  element.replaceChildren(text, close);
}

function progressBar(name: string) {
  const element = document.createElement('div');
  element.className = 'upload';
  element.contentEditable = 'false';
  element.setAttribute('role', 'status');
  const label = document.createElement('span');
  label.textContent = `Uploading ${name}`;
  const bar = document.createElement('progress');
  bar.max = 1;
  bar.setAttribute('aria-label', `Upload of ${name}`);
  element.append(label, bar);
  return { element, show: (part: number) => (bar.value = part) };
}
