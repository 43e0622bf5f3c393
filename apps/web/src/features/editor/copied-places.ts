import { DOMSerializer, type Fragment } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { ContentPlace } from '../pages/use-pages';
import { filesIn, fromSpace, withFile } from './copied-references';
import { schema } from './schema';
import { showProblem, whileUnderway } from './upload-places';

/** Takes a file of other content over; answers its id in the content that is edited. */
export type TakeFile = (file: string, from: ContentPlace) => Promise<string>;

/** Says on the clipboard which content a slice is of. */
class PlaceSerializer extends DOMSerializer {
  constructor(private readonly place: ContentPlace) {
    super(DOMSerializer.nodesFromSchema(schema), DOMSerializer.marksFromSchema(schema));
  }

  override serializeFragment(fragment: Fragment, options?: { document?: Document }, target?: HTMLElement) {
    const made = super.serializeFragment(fragment, options, target) as HTMLElement | DocumentFragment;
    // The fragments within it are written into a target.
    const { spaceId, changeRequestId = '' } = this.place;
    if (!target) made.firstElementChild?.setAttribute('data-place', `${spaceId}/${changeRequestId}`);
    return made;
  }
}

function placeIn(html: string): ContentPlace | undefined {
  const [, spaceId, changeRequestId] = /\sdata-place="([\w-]+)\/([\w-]*)"/.exec(html) ?? [];
  return spaceId === undefined ? undefined : { spaceId, ...(changeRequestId && { changeRequestId }) };
}

/** Lets what is copied from other content lead where it led there, and takes its files over. */
export function copiedPlaces(place: ContentPlace, takeFile: TakeFile): Plugin {
  let from: ContentPlace | undefined;
  return new Plugin({
    props: {
      clipboardSerializer: new PlaceSerializer(place),
      transformPastedHTML(html) {
        from = placeIn(html);
        return html;
      },
      transformPasted(slice, view) {
        const origin = from;
        from = undefined;
        if (!origin) return slice;
        const isSameSpace = origin.spaceId === place.spaceId;
        if (isSameSpace && origin.changeRequestId === place.changeRequestId) return slice;
        const files = filesIn(slice);
        // They are looked for once the text is there.
        if (files.length > 0) queueMicrotask(() => void whileUnderway(view, takeFiles(view, files, origin, takeFile)));
        return isSameSpace ? slice : fromSpace(slice, origin.spaceId);
      },
    },
  });
}

async function takeFiles(
  view: EditorView,
  files: readonly string[],
  from: ContentPlace,
  take: TakeFile,
): Promise<void> {
  let missing = 0;
  for (const file of files) {
    const taken = await take(file, from).catch(() => undefined);
    if (view.isDestroyed) return;
    if (taken === undefined) missing++;
    else if (taken !== file) view.dispatch(withFile(view.state, file, taken));
  }
  const { from: at } = view.state.selection;
  if (missing > 0)
    showProblem(
      view,
      at,
      `${missing === 1 ? 'A file' : `${missing} files`} of the pasted text could not be copied. Add each by itself.`,
    );
}
