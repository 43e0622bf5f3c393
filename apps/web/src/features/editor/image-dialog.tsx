import { NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { TextArea, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { imageTexts, selectedImages, withImageTexts, type ImageText } from './image-text';

/** Asks for the alternative text and the caption of each image of the selected block. */
export function ImageDialog({ view, onClose }: { view: EditorView; onClose(): void }) {
  const [selected] = useState(() => selectedImages(view.state));
  const [texts, setTexts] = useState(() => (selected ? imageTexts(selected.block) : []));
  const set = (index: number, values: Partial<ImageText>) =>
    setTexts(texts.map((text, other) => (other === index ? { ...text, ...values } : text)));
  const save = () => {
    if (selected) {
      const { position, block } = selected;
      const node = view.state.doc.nodeAt(position);
      const transaction = view.state.tr.setNodeMarkup(position, null, {
        ...node?.attrs,
        block: withImageTexts(block, texts),
      });
      view.dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, position)));
    }
    onClose();
    view.focus();
  };
  return (
    <FormDialog title="Describe the image" action="Save" onSubmit={save} onClose={onClose}>
      {texts.map(({ alt, caption, isPlain }, index) => {
        const which = texts.length > 1 ? ` of image ${index + 1}` : '';
        return (
          <div key={index} className="stack">
            <TextField
              label={`Alternative text${which}`}
              hint="Read to those who do not see the image. Leave it empty for an image that only decorates."
              value={alt}
              autoFocus={index === 0}
              onChange={(event) => set(index, { alt: event.target.value })}
            />
            <TextArea
              label={`Caption${which}`}
              hint={
                isPlain ? 'Shown below the image.' : 'This caption has formatting: edit it in the Markdown of the page.'
              }
              value={caption}
              rows={2}
              disabled={!isPlain}
              onChange={(event) => set(index, { caption: event.target.value })}
            />
          </div>
        );
      })}
    </FormDialog>
  );
}
