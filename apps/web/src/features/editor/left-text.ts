import type { Block } from '../../api/contracts';
import type { ContentPlace } from '../pages/use-pages';
import { documentOf, readPageById } from '../pages/use-page';
import { changedBlocks, linesOf } from './changed-blocks';
import type { StoredDraft } from './draft-storage';
import type { Draft } from './page-saver';
import { documentDrafts, sourceDrafts, sourceStore, titleDrafts } from './page-stores';
import { isSameText } from './same-text';
import { saveUnderway } from './saves-underway';

/** Unsaved text of a page that can no longer be edited. */
export interface LeftText {
  /** The blocks that were changed; absent where the page was edited as Markdown. */
  nodes?: Block[];
  /** The page as Markdown; absent where its blocks were edited. */
  markdown?: string;
  /** The title, where it was changed. */
  title?: string;
  /** All of it as plain text. */
  text: string;
  forget(): void;
}

/**
 * The unsaved text and title of a page that this browser keeps; undefined where there are none. The save of a writer who was on the
 * page ends first.
 */
export async function leftText(place: ContentPlace, pageId: string): Promise<LeftText | undefined> {
  await saveUnderway(place, pageId);
  const title = await leftTitle(place, pageId);
  const content = (await leftDocument(place, pageId)) ?? (await leftMarkdown(place, pageId));
  if (!title) return content;
  const text = [title.value, content?.text ?? ''].filter(Boolean).join('\n\n');
  const forget = () => [title, content].forEach((part) => part?.forget());
  return { ...content, title: title.value, text, forget };
}

async function leftTitle(place: ContentPlace, pageId: string): Promise<StoredDraft<string> | undefined> {
  const left = await titleDrafts(place, pageId).left();
  if (!left) return undefined;
  const title = left.value.title.trim();
  const saved = await readPageById(place, pageId).catch(() => undefined);
  if (title === '' || title === saved?.title.trim()) return void left.forget();
  return { value: title, forget: left.forget };
}

async function leftDocument(place: ContentPlace, pageId: string): Promise<LeftText | undefined> {
  const left = await documentDrafts(place, pageId).left();
  if (!left) return undefined;
  const { base, document } = left.value;
  const saved = await readPageById(place, pageId).then(documentOf, () => undefined);
  // It was saved, and the answer lost.
  if (isSameText(document, saved)) return void left.forget();
  const nodes = changedBlocks(base, document);
  return { nodes, text: linesOf(nodes), forget: left.forget };
}

async function leftMarkdown(place: ContentPlace, pageId: string): Promise<LeftText | undefined> {
  const source = await leftSource(place, pageId);
  if (!source) return undefined;
  const markdown = source.value.document;
  return { markdown, text: markdown, forget: source.forget };
}

/** Markdown of a page that this browser keeps and that is not saved. */
export async function leftSource(place: ContentPlace, pageId: string): Promise<StoredDraft<Draft<string>> | undefined> {
  const left = await sourceDrafts(place, pageId).left();
  if (!left) return undefined;
  const saved = await sourceStore(place, pageId)
    .read()
    .catch(() => undefined);
  if (saved?.document === left.value.document) return void left.forget();
  return left;
}
