import type { Node } from 'prosemirror-model';
import { NodeSelection, type EditorState } from 'prosemirror-state';
import type { Mappable } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import type { Block, Inline } from '../../api/contracts';
import type { Reference } from '../documents/references';
import { AddImageDialog } from './add-image-dialog';
import { CardDialog } from './card-dialog';
import { ContentRefDialog } from './content-ref-dialog';
import { EmbedDialog } from './embed-dialog';
import { ExpressionDialog } from './expression-dialog';
import { ButtonDialog, ShortInlineDialog, type ShortInline } from './inline-dialogs';
import { embedBlock } from './media-blocks';
import { OpenAPIDialog } from './openapi-dialog';
import { changeInline, putBlock, putInline } from './put-nodes';
import { ReusableDialog } from './reusable-dialog';
import type { Upload } from './upload-places';

/** A dialog for what is not typed: for a new block, or for the node at a position. */
export interface EditorDialog {
  kind: 'embed' | 'content-ref' | 'openapi' | 'reusable' | 'card' | 'expression' | 'button' | 'add-image' | ShortInline;
  at?: number;
}

interface EditorDialogsProps {
  dialog: EditorDialog;
  view: EditorView;
  pageId: string;
  upload: Upload;
  onClose(): void;
}

/** The dialog that is open. */
export function EditorDialogs({ dialog: { kind, at }, view, pageId, upload, onClose }: EditorDialogsProps) {
  const before = at === undefined ? undefined : dataOf(view.state.doc.nodeAt(at));
  const ref = before?.ref as Reference | undefined;
  const saveBlock = (block: Block) => {
    putBlock(view, block, at);
    onClose();
  };
  const saveInline = (inline: Inline) => {
    if (at === undefined) putInline(view, inline, view.state.selection);
    else changeInline(view, inline, at);
    onClose();
  };
  if (kind === 'embed')
    return (
      <EmbedDialog
        before={before?.url as string | undefined}
        onEmbed={(url) => saveBlock(embedBlock(url))}
        onClose={onClose}
      />
    );
  if (kind === 'content-ref') return <ContentRefDialog before={ref} onSave={saveBlock} onClose={onClose} />;
  if (kind === 'openapi') return <OpenAPIDialog before={before} onSave={saveBlock} onClose={onClose} />;
  if (kind === 'reusable') return <ReusableDialog before={ref?.reusableContent} onSave={saveBlock} onClose={onClose} />;
  if (kind === 'expression')
    return (
      <ExpressionDialog
        pageId={pageId}
        before={before?.expression as string | undefined}
        onSave={saveInline}
        onClose={onClose}
      />
    );
  if (kind === 'card') return <CardDialog view={view} at={at!} upload={upload} onClose={onClose} />;
  if (kind === 'add-image') {
    const block = view.state.doc.nodeAt(at!)!.attrs.block as Block;
    return <AddImageDialog block={block} upload={upload} onSave={saveBlock} onClose={onClose} />;
  }
  if (kind === 'button') return <ButtonDialog before={before} onSave={saveInline} onClose={onClose} />;
  return <ShortInlineDialog type={kind} before={before} onSave={saveInline} onClose={onClose} />;
}

const dataOf = (node: Node | null): Block['data'] | undefined =>
  ((node?.attrs.block ?? node?.attrs.inline) as Block | Inline | undefined)?.data;

/** The dialog for what is selected, by the type of the block or inline. */
const dialogs: Record<string, { label: string; kind: EditorDialog['kind'] }> = {
  images: { label: 'Add an image', kind: 'add-image' },
  embed: { label: 'URL', kind: 'embed' },
  'content-ref': { label: 'Where it leads', kind: 'content-ref' },
  'openapi-operation': { label: 'Operation', kind: 'openapi' },
  'openapi-webhook': { label: 'Webhook', kind: 'openapi' },
  'openapi-schemas': { label: 'Model', kind: 'openapi' },
  'reusable-content': { label: 'Content', kind: 'reusable' },
  expression: { label: 'Expression', kind: 'expression' },
  button: { label: 'Button', kind: 'button' },
  emoji: { label: 'Emoji', kind: 'emoji' },
  icon: { label: 'Icon', kind: 'icon' },
  'inline-math': { label: 'Formula', kind: 'inline-math' },
};

/** The dialogs that are about a node that is there. */
const needsNode: readonly EditorDialog['kind'][] = ['card', 'add-image'];

/** The dialog that stays open while the text changes around its node. Where the node has gone, it is for a new block, or closed. */
export function dialogAfter(dialog: EditorDialog, mapping: Mappable): EditorDialog | undefined {
  if (dialog.at === undefined) return dialog;
  const { pos, deletedAfter } = mapping.mapResult(dialog.at);
  if (!deletedAfter) return { ...dialog, at: pos };
  return needsNode.includes(dialog.kind) ? undefined : { kind: dialog.kind };
}

/** The dialog for the selected block or inline, or for the card around the cursor. */
export function dialogAt({ selection }: EditorState): (EditorDialog & { label: string }) | undefined {
  if (selection instanceof NodeSelection) {
    const { attrs } = selection.node;
    const type = ((attrs.block ?? attrs.inline) as Block | Inline | undefined)?.type;
    const found = type && Object.hasOwn(dialogs, type) ? dialogs[type] : undefined;
    if (found) return { ...found, at: selection.from };
  }
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === 'card')
      return { kind: 'card', label: 'Cover and link', at: $from.before(depth) };
  return undefined;
}
