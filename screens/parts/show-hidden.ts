import { options, type VNode } from 'preact';
import { withoutHidden } from '../../src/process/hidden-characters.ts';

/** Lets no text that a page draws or names hide a character, whichever tenant has given it. What the page sends and copies stays as it is. */
export function showHidden(): void {
  options.vnode = (node: VNode<Names> | Text): void => {
    if (node.type === null) {
      if (typeof node.props === 'string') node.props = withoutHidden(node.props);
    } else if (typeof node.type === 'string') {
      for (const name of names) if (typeof node.props[name] === 'string') node.props[name] = withoutHidden(node.props[name]);
    }
  };
}

/** These are text as well, which a pointer or a screen reader brings. */
const names = ['title', 'aria-label'] as const;
type Names = { [name in (typeof names)[number]]?: unknown };

/** A text is a node without a type, whose props are the text. Preact's types do not know it. */
interface Text {
  readonly type: null;
  props: unknown;
}
