import {
  childrenOf,
  dropOn,
  fitsBeside,
  groupsOf,
  moveBeside,
  sectionsOf,
  type StructureNode,
} from './structure-nodes';

const space = (id: string) => ({ object: 'site-space', id }) as StructureNode;
const section = (id: string, ...siteSpaces: StructureNode[]) =>
  ({ object: 'site-section', id, siteSpaces }) as StructureNode;
const group = (id: string, ...children: StructureNode[]) =>
  ({ object: 'site-section-group', id, children }) as StructureNode;

const guide = section('guide', space('en'));
const reference = section('reference', space('v1'), space('v2'));
const inner = group('inner', reference);
const outer = group('outer', inner, guide);

describe('the structure of a site', () => {
  it('shows the spaces of a section only where there are several', () => {
    expect(childrenOf(guide)).toEqual([]);
    expect(childrenOf(reference).map(({ id }) => id)).toEqual(['v1', 'v2']);
  });

  it('lists groups and sections at any depth', () => {
    expect(groupsOf([outer]).map(({ id }) => id)).toEqual(['outer', 'inner']);
    expect(sectionsOf([outer]).map(({ id }) => id)).toEqual(['reference', 'guide']);
  });

  it('lets nothing stand inside itself, and spaces beside spaces alone', () => {
    expect(fitsBeside(outer, reference)).toBe(false);
    expect(fitsBeside(reference, outer)).toBe(true);
    expect(fitsBeside(guide, guide)).toBe(false);
    expect(fitsBeside(space('v1'), guide)).toBe(false);
    expect(fitsBeside(space('v1'), space('v2'))).toBe(true);
  });

  it('takes a section into a group that is not its own, at the middle of its line', () => {
    expect(dropOn(guide, inner, 0.1)).toBe('before');
    expect(dropOn(guide, inner, 0.5)).toBe('into');
    expect(dropOn(guide, inner, 0.9)).toBe('after');
    expect(dropOn({ ...guide, sectionGroup: 'inner' } as StructureNode, inner, 0.5)).toBe('after');
    expect(dropOn(space('v1'), inner, 0.5)).toBeUndefined();
  });

  it('says a move by the node that it is beside', () => {
    expect(moveBeside(guide, 'before', inner)).toEqual({
      item: { type: 'site-section', id: 'guide' },
      position: { before: { type: 'site-section-group', id: 'inner' } },
    });
  });
});
