import { addSaveUnderway, saveUnderway } from './saves-underway';

it('knows the save of a page that was left, until it ends', async () => {
  let end = () => {};
  const save = new Promise<void>((resolve) => (end = resolve));
  const place = { spaceId: 's', changeRequestId: 'r' };
  addSaveUnderway(place, 'p', save);
  expect(saveUnderway(place, 'p')).toBe(save);
  expect(saveUnderway(place, 'q')).toBeUndefined();
  expect(saveUnderway({ ...place, changeRequestId: undefined }, 'p')).toBeUndefined();
  end();
  await save;
  await Promise.resolve();
  expect(saveUnderway(place, 'p')).toBeUndefined();
});
