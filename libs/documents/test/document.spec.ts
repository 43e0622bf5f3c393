import {
  alignKeys,
  assignKeys,
  maximumDepth,
  parseMarkdown,
  plainText,
  referencesOf,
  sectionsOf,
  validateDocument,
  walk,
  type Block,
  type Document,
} from '../src';

const counter = () => {
  let next = 0;
  return () => `k${next++}`;
};
const keyed = (markdown: string) => assignKeys(parseMarkdown(markdown), counter());
const keysOf = (document: Document) => document.nodes.map(({ key }) => key);

describe('validateDocument', () => {
  it('takes unknown types and data, and names the path of what is wrong', () => {
    const block = { object: 'block', type: 'unheard-of', data: { any: 1 }, nodes: [] };
    expect(validateDocument({ object: 'document', data: {}, nodes: [block] })).toEqual([]);
    expect(validateDocument({ object: 'document', data: {}, nodes: [{ object: 'block' }] })).toEqual([
      "$.nodes[0] must have required property 'type'",
    ]);
    const leaf = { object: 'leaf', text: 1, marks: [] };
    const text = { ...block, nodes: [{ object: 'text', leaves: [leaf] }] };
    expect(validateDocument({ object: 'document', data: {}, nodes: [text] })).toEqual([
      '$.nodes[0].nodes[0].leaves[0].text must be string',
    ]);
    expect(validateDocument(null)).toHaveLength(1);
  });

  it('bounds the depth', () => {
    let block: Block = { object: 'block', type: 'hint', isVoid: false, data: {}, nodes: [] };
    for (let depth = 0; depth < 100_000; depth++) block = { ...block, nodes: [block] };
    expect(validateDocument({ object: 'document', data: {}, nodes: [block] })).toEqual([
      `$ nests deeper than ${maximumDepth} blocks`,
    ]);
  });
});

describe('assignKeys', () => {
  it('gives every node a key of its own and keeps those that are there', () => {
    const document = keyed('# A\n\nb **c** [d](e)\n\n* f\n');
    const again = assignKeys({ ...document, nodes: [...document.nodes, ...document.nodes.slice(0, 1)] }, counter());
    const keys = [...walk(again)].map(({ key }) => key);
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keysOf(again).slice(0, -1)).toEqual(keysOf(document));
  });
});

describe('alignKeys', () => {
  const before =
    'One.\n\nTwo.\n\n{% hint style="info" %}\nA first line.\n\nA second line with words.\n{% endhint %}\n\nSame.\n\nSame.\n';
  const previous = keyed(before);

  it('keeps all keys of a document that did not change', () => {
    expect(alignKeys(previous, parseMarkdown(before))).toEqual(previous);
  });

  it('keeps the keys of blocks around an insertion, also of equal ones', () => {
    const next = alignKeys(
      previous,
      parseMarkdown(before.replace('Two.', 'New.\n\nTwo.').replace('Same.\n\nSame.', 'Same.\n\nOther.\n\nSame.')),
    );
    const [one, two, hint, same, again] = keysOf(previous);
    expect(keysOf(next)).toEqual([one, undefined, two, hint, same, undefined, again]);
  });

  it('keeps the keys of blocks that moved or were edited, and of what is in them', () => {
    const edited = before
      .replace('A second line with words.', 'A second line with other words.')
      .replace('One.\n\nTwo.', 'Two.\n\nOne.');
    const next = alignKeys(previous, parseMarkdown(edited));
    const [one, two, hint] = keysOf(previous);
    expect(keysOf(next).slice(0, 3)).toEqual([two, one, hint]);
    expect(next.nodes[2]?.nodes?.map(({ key }) => key)).toEqual(previous.nodes[2]?.nodes?.map(({ key }) => key));
  });

  it('never gives a key twice, and takes linear time', () => {
    const page = (salt: number) =>
      Array.from({ length: 20_000 }, (_, index) => `Paragraph ${(index * salt) % 7_000} of many.`).join('\n\n');
    const first = keyed(page(1));
    const second = parseMarkdown(page(3));
    const start = process.cpuUsage();
    const keys = keysOf(alignKeys(first, second)).filter((key) => key !== undefined);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(4_000);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('sections and references', () => {
  const document = keyed(
    'Before.\n\n## First <a href="#one" id="one"></a>\n\n{% tabs %}\n{% tab title="Tab" %}\nIn tab.\n{% endtab %}\n{% endtabs %}\n\n## Twice\n\n```js\ncode();\n```\n\n## Twice\n\n| A |\n| - |\n| [cell](/pages/p1) |\n\n![alt](/files/f1 "Caption")\n',
  );

  it('cuts a document at its headings', () => {
    expect(sectionsOf(document)).toEqual([
      { body: 'Before.' },
      { anchor: 'one', title: 'First', body: 'Tab\nIn tab.' },
      { anchor: 'twice', title: 'Twice', body: 'code();' },
      { anchor: 'twice-1', title: 'Twice', body: 'A\ncell\nalt\nCaption' },
    ]);
  });

  it('answers all text', () => {
    expect(plainText(document)).toBe('Before.\nFirst\nTab\nIn tab.\nTwice\ncode();\nTwice\nA\ncell\nalt\nCaption');
  });

  it('finds references with the block that holds them', () => {
    const found = referencesOf(document);
    expect(found.map(({ ref, kind }) => [ref.kind, kind])).toEqual([
      ['page', 'link'],
      ['file', 'image'],
    ]);
    expect(found.every(({ block }) => block !== undefined)).toBe(true);
  });
});
