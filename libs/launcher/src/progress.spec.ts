import { Progress } from './progress';

function output(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 20, written, write: (text: string) => written.push(text) > 0 };
}

it('writes over the current step on a terminal, cut to its width', () => {
  const out = output(true);
  const progress = new Progress(out);
  progress.step('1 of 2');
  progress.step('1 of 2');
  progress.step('a step that is longer than the terminal');
  progress.line('done');
  expect(out.written).toEqual(['\r\u001b[K1 of 2', '\r\u001b[Ka step that is long', '\r\u001b[K', 'done\n']);
});

it('prints plain lines elsewhere, and not every step', () => {
  const out = output(false);
  const progress = new Progress(out);
  for (let done = 0; done < 100; done += 1) progress.step(`${done} of 100`);
  progress.line('done');
  expect(out.written).toEqual(['0 of 100\n', 'done\n']);
});
