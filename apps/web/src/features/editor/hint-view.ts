import { DOMSerializer, type Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import type { Block } from '../../api/contracts';
import { iconImage } from '../../ui/icon';
import { hintIcon } from '../documents/hint-icon';

/** A hint with its icon. The policy of the app takes no styles from markup, so that a program sets it. */
export function hintView(node: Node): NodeView {
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, node.type.spec.toDOM!(node)) as {
    dom: HTMLElement;
    contentDOM: HTMLElement;
  };
  dom.style.setProperty('--icon', iconImage(hintIcon(node.attrs.data as Block['data'])));
  return { dom, contentDOM };
}
