import type { RevisionPage } from '../../api/contracts';
import { dropPosition, indented, outdented, type PageInTree } from './page-position';

const page = (id: string, pages: RevisionPage[] = [], type = 'document') =>
  ({ id, type, pages }) as unknown as RevisionPage;
const below = page('below');
const link = page('link', [], 'link');
const top = [page('a'), page('b', [below]), page('c'), link];
const at = (index: number): PageInTree => ({ page: top[index]!, index, siblings: top });
const inB: PageInTree = { page: below, parent: at(1), index: 0, siblings: [below] };

it('drops a page before, after and into another one', () => {
  expect(dropPosition(at(2), at(0), 'before')).toEqual({ into: null, at: 0 });
  expect(dropPosition(at(0), at(2), 'after')).toEqual({ into: null, at: 2 });
  expect(dropPosition(at(0), at(2), 'before')).toEqual({ into: null, at: 1 });
  expect(dropPosition(at(0), at(1), 'into')).toEqual({ into: 'b', at: 1 });
  expect(dropPosition(inB, at(0), 'after')).toEqual({ into: null, at: 1 });
});

it('drops no page where it cannot stand, or stands already', () => {
  expect(dropPosition(at(1), inB, 'after')).toBeUndefined();
  expect(dropPosition(at(1), at(1), 'into')).toBeUndefined();
  expect(dropPosition(at(0), at(3), 'into')).toBeUndefined();
  expect(dropPosition(at(0), at(1), 'before')).toBeUndefined();
  expect(dropPosition(at(1), at(0), 'after')).toBeUndefined();
});

it('moves a page a level down and up', () => {
  expect(indented(at(2))).toEqual({ into: 'b', at: 1 });
  expect(indented(at(0))).toBeUndefined();
  expect(outdented(inB)).toEqual({ into: null, at: 2 });
  expect(outdented(at(0))).toBeUndefined();
});
