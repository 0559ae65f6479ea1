import { options, type VNode } from 'preact';
import { withoutHidden } from '../../src/process/hidden-characters.ts';

/** Lets no text that a page draws hide a character, whichever tenant has given it. What the page sends and copies stays as it is. */
export function showHidden(): void {
  options.vnode = (node: VNode | Text): void => {
    if (node.type === null && typeof node.props === 'string') node.props = withoutHidden(node.props);
  };
}

/** A text is a node without a type, whose props are the text. Preact's types do not know it. */
interface Text {
  readonly type: null;
  props: unknown;
}
