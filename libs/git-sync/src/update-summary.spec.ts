import * as fc from 'fast-check';
import { readSummary, type SummaryLink, type SummaryNode } from './summary';
import { isSameOutline, takenNodes } from './match-summary';
import { updateSummary } from './update-summary';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
const nothing = { folder: '', ignored: new Set<string>() };

const link = (url: string, title: string, children: SummaryLink[] = []): SummaryLink => ({
  type: 'link',
  title,
  url,
  line: 0,
  children,
});

const source = `# Table of contents

<!-- the order matters -->

* [Home](README.md)
* Guides
  * [First](guides/first.md) <!-- new -->
  * [Second](guides/second.md "2nd")
* [Draft]()
    - [Odd](odd.md)

## Reference <a href="#ref" id="ref"></a>

Some words about it.

- [API](api.md)
- [Gone](gone.md)

***

* [End](end.md)

<!-- the end -->
`;

const update = { folder: '', ignored: new Set(['', 'gone.md']) };

/** The outline of the space that was imported from the source. */
const space = (): SummaryNode[] => [
  link('README.md', 'Home'),
  {
    type: 'group',
    title: 'Guides',
    anchor: 'guides',
    children: [link('guides/first.md', 'First'), { ...link('guides/second.md', 'Second'), linkTitle: '2nd' }],
  },
  link('odd.md', 'Odd'),
  { type: 'group', title: 'Reference', anchor: 'ref', children: [link('api.md', 'API')] },
  link('end.md', 'End'),
];

/** Lines that were taken out and put in. */
function difference(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const gone = old.filter((line) => !now.includes(line)).map((line) => `-${line}`);
  return [...gone, ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`)];
}

describe('updateSummary', () => {
  it('changes nothing where nothing changed', () => {
    expect(updateSummary(source, space(), update)).toBe(source);
    const windows = `\uFEFF${source.replaceAll('\n', '\r\n')}`;
    expect(updateSummary(windows, space(), update)).toBe(windows);
    expect(updateSummary(source.trimEnd(), space(), update)).toBe(source.trimEnd());
  });

  it('changes the line of an entry that got another title, and only its link', () => {
    const nodes = space();
    ((nodes[1] as SummaryLink).children[0] as SummaryLink).title = 'First *steps*';
    expect(difference(source, updateSummary(source, nodes, update))).toEqual([
      '-  * [First](guides/first.md) <!-- new -->',
      '+  * [First \\*steps\\*](guides/first.md) <!-- new -->',
    ]);
  });

  it('changes the line of a group that got another title', () => {
    const nodes = space();
    (nodes[1] as SummaryLink).title = 'Howtos';
    (nodes[3] as SummaryLink).title = 'Reference of all';
    expect(difference(source, updateSummary(source, nodes, update))).toEqual([
      '-* Guides',
      '-## Reference <a href="#ref" id="ref"></a>',
      '+* Howtos',
      '+## Reference of all <a href="#ref" id="ref"></a>',
    ]);
  });

  it('adds an entry in the way of those beside it', () => {
    const nodes = space();
    (nodes[1] as SummaryLink).children.push(link('guides/third.md', 'Third', [link('deep.md', 'Deep')]));
    (nodes[3] as SummaryLink).children.unshift(link('new.md', 'New'));
    const written = updateSummary(source, nodes, update);
    expect(difference(source, written)).toEqual([
      '+  * [Third](guides/third.md)',
      '+    * [Deep](deep.md)',
      '+- [New](new.md)',
    ]);
    expect(written.indexOf('Third')).toBeGreaterThan(written.indexOf('Second'));
    expect(updateSummary(written, nodes, update)).toBe(written);
  });

  it('removes an entry and leaves what stands around it', () => {
    const nodes = space();
    (nodes[1] as SummaryLink).children.shift();
    nodes.splice(3, 1);
    expect(difference(source, updateSummary(source, nodes, update))).toEqual([
      '-  * [First](guides/first.md) <!-- new -->',
      '-## Reference <a href="#ref" id="ref"></a>',
      '-- [API](api.md)',
      '-***',
    ]);
  });

  it('keeps the line of a group from which the last entry was removed', () => {
    const nodes = space();
    (nodes[1] as SummaryLink).children = [];
    expect(difference(source, updateSummary(source, nodes, update))).toEqual([
      '-  * [First](guides/first.md) <!-- new -->',
      '-  * [Second](guides/second.md "2nd")',
    ]);
  });

  it('moves an entry with all below it', () => {
    const nodes = space();
    const [first] = (nodes[1] as SummaryLink).children.splice(0, 1);
    nodes.push(first as SummaryLink);
    expect(difference(source, updateSummary(source, nodes, update))).toEqual([
      '-  * [First](guides/first.md) <!-- new -->',
      '+* [First](guides/first.md) <!-- new -->',
    ]);
  });

  it('adds and orders groups', () => {
    const nodes = space();
    nodes.splice(4, 0, { type: 'group', title: 'More', anchor: 'more', children: [link('more.md', 'More')] });
    const written = updateSummary(source, nodes, update);
    expect(difference(source, written)).toEqual(['+## More <a href="#more" id="more"></a>', '+* [More](more.md)']);
    expect(updateSummary(source, [...nodes.slice(3, 5), ...nodes.slice(0, 3)], update)).toContain('<!-- the end -->');
  });

  it('writes names that mean something in an address so that they are read again', () => {
    const nodes = [link('C%23.md', 'C#'), link('50%25 off.md', 'Off'), link('a(b).md', 'A')];
    const written = updateSummary('', nodes, nothing);
    expect(isSameOutline(readSummary(written).nodes, nodes, '')).toBe(true);
  });

  const names = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 });
  const tree = (depth: number): fc.Arbitrary<SummaryLink[]> =>
    fc
      .array(
        fc.record({
          id: fc.integer({ min: 0, max: 40 }),
          children: depth > 0 ? tree(depth - 1) : fc.constant([] as SummaryLink[]),
        }),
        { maxLength: 4 },
      )
      .map((items) => items.map(({ id, children }) => link(`p${id}.md`, `Page ${id}`, [...children])));
  const outline: fc.Arbitrary<SummaryNode[]> = fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: tree(2)
          .filter((items) => items.length > 0)
          .map(([first]) => first as SummaryNode),
      },
      fc.record({ id: fc.integer({ min: 0, max: 9 }), children: tree(1) }).map(({ id, children }): SummaryNode => ({
        type: 'group',
        title: `Group ${id}`,
        anchor: `group-${id}`,
        children,
      })),
    ),
    { maxLength: 6 },
  );
  /** Lines of all kinds, which hold no page twice. */
  const anySource = fc
    .tuple(
      names,
      fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      fc.constantFrom('  ', '    ', '\t'),
      fc.constantFrom('*', '-', '1.'),
    )
    .map(([ids, dice, step, bullet]) => {
      let depth = 0;
      const lines = ids.flatMap((id, index) => {
        const roll = dice[index % dice.length]!;
        depth = roll % 3 === 0 ? Math.min(depth + 1, 3) : roll % 3 === 1 ? 0 : depth;
        const indent = step.repeat(depth);
        const entry = `${indent}${bullet} ${roll % 11 === 0 ? `Text ${id}` : `[Page ${id}](p${id}.md)`}`;
        if (roll % 7 === 0) return ['', `<!-- note ${id} -->`, '', entry];
        if (roll % 5 === 0) return ((depth = 0), ['', `## Group ${id % 10}`, '', `${bullet} [Page ${id}](p${id}.md)`]);
        return roll % 13 === 0 ? ['', '***', '', ((depth = 0), entry.trimStart())] : [entry];
      });
      return ['# Table of contents', '', ...lines, ''].join('\n');
    });

  it('lists the pages of the space after any earlier content', () => {
    fc.assert(
      fc.property(anySource, outline, (before, nodes) => {
        const written = updateSummary(before, nodes, nothing);
        const taken = takenNodes(readSummary(written).nodes, ({ type }) => type === 'link');
        expect(isSameOutline(taken, nodes, '')).toBe(true);
      }),
      { numRuns: long ? 1_000 : 200, seed },
    );
  });

  it('keeps every line that is no entry, and every entry that stays where it is', () => {
    fc.assert(
      fc.property(anySource, fc.nat(), (before, which) => {
        const nodes = takenNodes(readSummary(before).nodes, ({ type }) => type === 'link');
        expect(updateSummary(before, nodes, nothing)).toBe(before);
        const removable = nodes.filter((node) => node.type === 'link' && node.children.length === 0) as SummaryLink[];
        const gone = removable[which % (removable.length || 1)];
        if (!gone) return;
        const rest = nodes.filter((node) => node !== gone);
        const written = updateSummary(before, rest, nothing);
        const own = before.split('\n').slice(gone.place!.from - 1, gone.place!.to);
        expect(difference(before, written).filter((line) => line !== '-***')).toEqual(own.map((line) => `-${line}`));
      }),
      { numRuns: long ? 1_000 : 200, seed },
    );
  });
});
