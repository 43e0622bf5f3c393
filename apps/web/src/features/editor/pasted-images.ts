import type { EditorView } from 'prosemirror-view';
import type { Block } from '../../api/contracts';
import { insertFiles, showProblem, type Upload } from './upload-places';

/** Copies an image of the web into the space; answers the id of the file. */
export type CopyImage = (url: string) => Promise<string>;

/** The images of pasted HTML, by where their bytes are. */
interface PastedImages {
  /** Addresses of the web. */
  urls: string[];
  /** Images that the HTML holds itself. */
  files: File[];
  /** Images that the browser cannot read: their addresses are on the writer's computer. */
  unread: number;
}

/** The images of HTML. It is read as text, since elements would load them. */
export function imagesIn(html: string): PastedImages {
  const sources = [...html.matchAll(/<img\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>/gi)]
    // Google Docs draws the boxes of tasks as pictures.
    .filter(([tag]) => !/aria-roledescription="checkbox"/.test(tag))
    .map(([, double, single]) => (double ?? single ?? '').replaceAll('&amp;', '&'));
  return {
    urls: [...new Set(sources.filter((source) => /^https?:\/\//i.test(source)))],
    files: sources.flatMap((source) => fileOf(source) ?? []),
    unread: sources.filter((source) => /^(file|cid|blob):/i.test(source)).length,
  };
}

function fileOf(source: string): File | undefined {
  const [, type, base64] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/.exec(source) ?? [];
  if (!type || !base64) return undefined;
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return new File([bytes], `image.${type.slice(6).replace(/\+.*/, '')}`, { type });
}

/** Takes the images of what was pasted into the space, and says which ones it cannot read. */
export function takeImages(
  view: EditorView,
  { urls, files, unread }: PastedImages,
  { upload, copy }: { upload: Upload; copy: CopyImage },
): void {
  if (files.length > 0) insertFiles(view, files, view.state.selection.from, upload);
  if (unread > 0)
    showProblem(
      view,
      view.state.selection.from,
      `${unread === 1 ? 'An image' : `${unread} images`} of the pasted text cannot be read. Paste each by itself, or drop its file here.`,
    );
  void urls.reduce(async (before, url) => {
    await before;
    // An image that cannot be copied stays where it is.
    const file = await copy(url).catch(() => undefined);
    if (file && !view.isDestroyed) replaceURL(view, url, file);
  }, Promise.resolve());
}

/** Lets images that have an address of the web lead to the file with their copy. */
export function replaceURL(view: EditorView, url: string, file: string): void {
  const transaction = view.state.tr;
  view.state.doc.descendants((node, position) => {
    const block = node.attrs.block as Block | undefined;
    const nodes = block?.type === 'images' ? (block.nodes ?? []) : [];
    const isThat = (child: (typeof nodes)[number]): child is Block =>
      child.object === 'block' && (child.data.ref as { url?: string } | undefined)?.url === url;
    if (!nodes.some(isThat)) return;
    const changed = nodes.map((child) =>
      isThat(child) ? { ...child, data: { ...child.data, ref: { kind: 'file', file } } } : child,
    );
    transaction.setNodeMarkup(position, null, { block: { ...block!, nodes: changed } });
  });
  if (transaction.docChanged) view.dispatch(transaction.setMeta('addToHistory', false));
}
