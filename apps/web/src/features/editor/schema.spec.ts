import type { Node } from 'prosemirror-model';
import { schema } from './schema';

type ElementSpec = [tag: string, attributes: Record<string, string>, ...rest: unknown[]];

/** The attributes that are read from a node on the clipboard. */
function reread({ type, attrs }: Node): object {
  const [tag, attributes] = type.spec.toDOM!(type.create(attrs)) as unknown as ElementSpec;
  const rule = type.spec.parseDOM!.find((one) => 'tag' in one && one.tag === tag)!;
  const element = { getAttribute: (name: string) => attributes[name] ?? null };
  return (rule as { getAttrs(element: unknown): object }).getAttrs(element);
}

describe('a block on the clipboard', () => {
  it.each([
    ['heading', { level: 2, data: { id: 'setup', align: 'center' } }],
    ['paragraph', { data: { align: 'end' } }],
    ['paragraph', { data: {} }],
  ])('keeps what a %s carries', (name, attributes) => {
    expect(reread(schema.node(name, attributes))).toEqual(attributes);
  });
});
