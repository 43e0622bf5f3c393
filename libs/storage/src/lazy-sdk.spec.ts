import { openStorage } from './index';

const loaded = () => Object.keys(require.cache).filter((path) => path.includes('/@aws-sdk/client-s3/'));

it('loads the S3 SDK on the first use of a bucket, and never for a folder', async () => {
  // Other files may have used it.
  for (const path of loaded()) delete require.cache[path];
  expect(await openStorage('file:///nowhere/at/all').exists('a')).toBe(false);
  const bucket = openStorage('s3://bucket?endpoint=http://127.0.0.1:1');
  await bucket.close();
  expect(loaded()).toEqual([]);
  await expect(bucket.get('..')).rejects.toThrow('Not a storage key');
  expect(loaded()).not.toEqual([]);
});
