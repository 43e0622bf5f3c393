import { readIconNames } from './icon-names';

const namesFrom = (response: Response) => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(response);
  return readIconNames('/names.json', new AbortController().signal);
};
afterEach(() => jest.restoreAllMocks());

it('reads the names of the icons', async () => {
  expect(await namesFrom(Response.json(['house', 'rocket']))).toEqual(['house', 'rocket']);
});

it('takes neither an error nor another answer for names', async () => {
  const error = Response.json({ error: { message: 'Busy' } }, { status: 503 });
  for (const answer of [error, Response.json(['house'], { status: 500 }), Response.json({}), new Response('<p>')])
    await expect(namesFrom(answer)).rejects.toThrow('The names of the icons cannot be read.');
});
