import { scanTags } from '../html/tags';
import type { Document, Problem } from '../model/model';
import { walk } from '../model/walk';

/** Elements that show more than the text in them, which is all that readers see of kept HTML. */
const shown = new Set(
  'audio canvas embed form frame iframe img input link map math meter object picture progress script select style svg textarea video'.split(
    ' ',
  ),
);
/** The most pieces of a page that are reported one by one. */
const most = 100;

/** The content of a page that readers will not see, by the lines of its body; `line` is the number of lines before that. */
export function unseenIn({ nodes }: Pick<Document, 'nodes'>, body: string, line: number): Problem[] {
  const problems: Problem[] = [];
  let at = 0;
  for (const source of keptIn(nodes)) {
    const names = namesOf(source);
    const [first = ''] = source.split('\n');
    const found = body.indexOf(first, at);
    if (found >= 0) at = found;
    if (names.length === 0 || problems.length === most) continue;
    const before = body.slice(0, at).split('\n').length;
    problems.push({ line: line + before, message: `Readers will not see ${names.join(', ')}` });
  }
  return problems;
}

/** The pieces of HTML that a document keeps without understanding them. */
function* keptIn(nodes: Document['nodes']): Generator<string> {
  for (const node of walk({ nodes })) {
    if (node.object === 'block' && node.type === 'paragraph' && typeof node.data.source === 'string')
      yield node.data.source;
    if (node.object !== 'text') continue;
    for (const { data } of node.leaves) if (data?.source !== undefined) yield data.source;
  }
}

function namesOf(source: string): string[] {
  if (!source.includes('<')) return [];
  const names = scanTags(source).flatMap(({ kind, name, attributes: { src, href } }) => {
    const isShown = shown.has(name) || (name === 'a' && href !== undefined);
    return kind === 'open' && isShown ? [`<${name}>${src || href ? ` ${(src || href)!}` : ''}`] : [];
  });
  return [...new Set(names)];
}
