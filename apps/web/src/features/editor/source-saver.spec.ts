import { SourceSaver } from './source-saver';

const away = new Error('away');

describe('the Markdown of a page', () => {
  it('is kept while it cannot be saved, and saved on the revision that was made last', async () => {
    const written: [string, string][] = [];
    let kept: string | undefined;
    let isAway = true;
    const store = {
      write: (markdown: string, base: string) => {
        if (isAway) return Promise.reject(away);
        written.push([markdown, base]);
        return Promise.resolve(`r${written.length}`);
      },
      keep: (markdown: string) => void (kept = markdown),
      forget: () => void (kept = undefined),
    };
    const saver = new SourceSaver(store, 'r0', (error) => error === away);
    saver.change('one');
    await saver.flush();
    expect([saver.status().state, kept]).toEqual(['offline', 'one']);
    isAway = false;
    await saver.flush();
    saver.change('two');
    await saver.flush();
    expect(written).toEqual([
      ['one', 'r0'],
      ['two', 'r1'],
    ]);
    expect([saver.status().state, kept]).toEqual(['saved', undefined]);
  });
});
