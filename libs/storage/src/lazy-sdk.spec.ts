import { openStorage } from './index';

const mockLoaded = jest.fn();
jest.mock('@aws-sdk/client-s3', () => {
  mockLoaded();
  return jest.requireActual('@aws-sdk/client-s3');
});

it('loads the S3 SDK on the first use of a bucket, and never for a folder', async () => {
  expect(await openStorage('file:///nowhere/at/all').exists('a')).toBe(false);
  const bucket = openStorage('s3://bucket?endpoint=http://127.0.0.1:1');
  await bucket.close();
  expect(mockLoaded).not.toHaveBeenCalled();
  await expect(bucket.get('..')).rejects.toThrow('Not a storage key');
  expect(mockLoaded).toHaveBeenCalledTimes(1);
});
