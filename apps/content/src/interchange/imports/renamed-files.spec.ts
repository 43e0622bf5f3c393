import { renamedFiles, type OneSidedFile } from './renamed-files';

const file = (path: string, text: string): OneSidedFile => ({ path, oid: `oid of ${text}`, text });
const lines = (...numbers: number[]) => numbers.map((n) => `This is the line with the number ${n}.\n`).join('');
const found = (gone: OneSidedFile[], added: OneSidedFile[]) => Object.fromEntries(renamedFiles(gone, added));

describe('renamedFiles', () => {
  it('takes equal bytes for one file, by its name where there are several', () => {
    expect(found([file('a/x.md', '1'), file('b/y.md', '1')], [file('c/y.md', '1'), file('c/x.md', '1')])).toEqual({
      'c/y.md': 'b/y.md',
      'c/x.md': 'a/x.md',
    });
    expect(found([file('x.md', '1')], [file('y.md', '1'), file('z.md', '1')])).toEqual({ 'y.md': 'x.md' });
  });

  it('takes a file that is the same for the most part, and the most similar first', () => {
    expect(
      found(
        [file('old.md', lines(1, 2, 3, 4)), file('other.md', lines(1, 2, 3, 9))],
        [file('new.md', lines(1, 2, 3, 4, 5)), file('second.md', lines(1, 2, 3, 9, 10))],
      ),
    ).toEqual({ 'new.md': 'old.md', 'second.md': 'other.md' });
  });

  it('leaves what is new', () => {
    expect(found([file('old.md', lines(1, 2, 3, 4))], [file('new.md', lines(1, 6, 7, 8))])).toEqual({});
    expect(found([], [file('new.md', '')])).toEqual({});
  });
});
