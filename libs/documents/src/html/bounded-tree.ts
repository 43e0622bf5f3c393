import {
  defaultTreeAdapter,
  parseFragment,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type TreeAdapter,
} from 'parse5';

/**
 * The maximum of elements for each tag, and a few more. The parser opens formatting elements again in each later paragraph
 * (HTML standard, section 13.2.4.3), so that the number of elements may otherwise be the square of the number of tags.
 */
const elementsOfTag = 10;
const fewElements = 100;

class TooManyElements extends Error {}

/**
 * Parses a piece of HTML. Undefined for far more elements than it has tags, and for elements that nest deeper than
 * `depth`: its tags do not always show that, as the parser ignores some end tags.
 */
export function parseBounded(
  html: string,
  { tags, depth }: { tags: number; depth: number },
): DefaultTreeAdapterTypes.DocumentFragment | undefined {
  try {
    const treeAdapter = limitedTo(elementsOfTag * tags + fewElements);
    const tree = parseFragment(html, { sourceCodeLocationInfo: true, treeAdapter });
    return nestsDeeper(tree, depth) ? undefined : tree;
  } catch (error) {
    if (error instanceof TooManyElements) return undefined;
    throw error;
  }
}

function limitedTo(most: number): TreeAdapter<DefaultTreeAdapterMap> {
  let count = 0;
  return {
    ...defaultTreeAdapter,
    createElement: (...given) => {
      if (++count > most) throw new TooManyElements();
      return defaultTreeAdapter.createElement(...given);
    },
  };
}

/** Looks at one level after the other, as recursion would overflow the stack. */
function nestsDeeper(tree: DefaultTreeAdapterTypes.DocumentFragment, most: number): boolean {
  let level: DefaultTreeAdapterTypes.ChildNode[] = tree.childNodes;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((node) => ('childNodes' in node ? node.childNodes : []));
  }
  return false;
}
