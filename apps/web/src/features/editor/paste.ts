import { DOMParser as EditorParser, type Slice } from 'prosemirror-model';
import { Plugin, TextSelection, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { pasteLate } from './late-paste';
import { cleanHTML } from './pasted-html';
import { imagesIn, takeImages, type CopyImage } from './pasted-images';
import { schema } from './schema';
import { dropIntoTitle, pasteIntoTitle } from './titles';
import { insertFiles, type Upload } from './upload-places';

/** Signs of Markdown that plain text has by chance but seldom. */
const markdown = [
  /^#{1,6}\s\S/m,
  /^\s*[-*+]\s\S.*\n\s*[-*+]\s\S/m,
  /^\s*1[.)]\s\S.*\n\s*2[.)]\s\S/m,
  /^```/m,
  /^\|.+\|\s*\n\|[\s:|-]+\|/m,
  /^>\s\S/m,
  /\[[^\]\n]+\]\((https?:|mailto:)[^)\s]+\)/,
  /\*\*[^*\s][^*\n]*\*\*/,
  /^\s*[-*]\s\[[ x]\]\s/m,
];

export const looksLikeMarkdown = (text: string): boolean => markdown.some((sign) => sign.test(text));

/** Takes what is pasted and dropped: files, Markdown, HTML of other programs, an address over selected text. */
export const pasting = (upload: Upload, copy: CopyImage): Plugin =>
  new Plugin({
    view() {
      // A browser that loses its connection, or its release, can still paste.
      loadReader().catch(() => undefined);
      return {};
    },
    props: {
      transformPastedHTML: (html, view) => cleanHTML(html, idsBeside(view.state)),
      handlePaste(view, event, slice) {
        const { files, text, html } = readClipboard(event.clipboardData);
        if (files.length > 0 && (html === '' || slice.content.size === 0)) {
          insertFiles(view, files, view.state.selection.from, upload);
          return true;
        }
        const inTitle = pasteIntoTitle(view.state, slice);
        if (inTitle) {
          if (html !== '' || !linkSelection(view, text.trim())) view.dispatch(inTitle);
          return true;
        }
        if (html !== '') {
          const images = imagesIn(html);
          // They are taken once the text is there.
          if (!html.includes('data-pm-slice')) queueMicrotask(() => takeImages(view, images, { upload, copy }));
          return false;
        }
        if (text === '' || view.state.selection.$from.parent.type.spec.code) return false;
        if (linkSelection(view, text.trim())) return true;
        if (!looksLikeMarkdown(text)) return false;
        pasteMarkdown(view, text, slice);
        return true;
      },
      handleDrop(view, event, slice, isMoved) {
        const files = [...(event.dataTransfer?.files ?? [])];
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        const hasFiles = !isMoved && files.length > 0;
        const inTitle = hasFiles || !place ? undefined : dropIntoTitle(view.state, place, slice, isMoved);
        if (hasFiles) insertFiles(view, files, place ?? view.state.selection.from, upload);
        else if (inTitle) view.dispatch(inTitle);
        else return false;
        event.preventDefault();
        return true;
      },
    },
  });

/** The ids of the blocks that a pasted text does not replace. */
function idsBeside({ doc, selection: { from, to } }: EditorState): Set<string> {
  const ids = new Set<string>();
  doc.descendants(({ attrs, nodeSize }, position) => {
    const { id } = (attrs.data ?? {}) as { id?: unknown };
    if (typeof id === 'string' && (position < from || position + nodeSize > to)) ids.add(id);
  });
  return ids;
}

function readClipboard(data: DataTransfer | null) {
  return {
    files: [...(data?.files ?? [])],
    text: data?.getData('text/plain') ?? '',
    html: data?.getData('text/html') ?? '',
  };
}

/** Makes selected text a link to the address that is pasted over it. */
function linkSelection(view: EditorView, text: string): boolean {
  const { selection, tr } = view.state;
  const { from, to, empty, $from, $to } = selection;
  const { link } = schema.marks;
  if (!(selection instanceof TextSelection) || empty || !$from.sameParent($to)) return false;
  if (!/^https?:\/\/\S+$/.test(text) || !$from.parent.type.allowsMarkType(link!)) return false;
  view.dispatch(tr.addMark(from, to, link!.create({ data: { ref: { kind: 'url', url: text } } })));
  return true;
}

let reader: typeof import('./pasted-markdown') | undefined;
const loadReader = async () => (reader = await import('./pasted-markdown'));

/** Pastes Markdown as what it means, or as the plain text that it is while its reader cannot be loaded. */
function pasteMarkdown(view: EditorView, text: string, plain: Slice): void {
  const read = ({ elementsOf }: NonNullable<typeof reader>) =>
    EditorParser.fromSchema(schema).parseSlice(elementsOf(text));
  if (reader) view.dispatch(view.state.tr.replaceSelection(read(reader)).scrollIntoView());
  else void pasteLate(view, loadReader().then(read), plain);
}
