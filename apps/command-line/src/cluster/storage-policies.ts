import { storageScopes } from '@bindery/storage';

const statement = (sid: string, actions: string[], bucket: string, folders: readonly string[]) => ({
  Sid: sid,
  Effect: 'Allow',
  Action: actions.map((action) => `s3:${action}`),
  Resource: folders.map((folder) => `arn:aws:s3:::${bucket}/${folder}*`),
});

/**
 * A policy for the credentials of each process, in the language of AWS, which most stores understand: by process, as JSON. `place` is the
 * bucket, with the prefix that `STORAGE_URL` has, if any: `bucket` or `bucket/prefix`.
 */
export function storagePolicies(place: string): string {
  const [bucket = '', ...prefix] = place.split('/');
  const within = (folder: string) => [...prefix, folder].join('/');
  const policies = Object.entries(storageScopes).map(([name, { reads, writes }]) => {
    const folders = [...reads, ...writes].map(within);
    const list = {
      Sid: 'List',
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: [`arn:aws:s3:::${bucket}`],
      Condition: { StringLike: { 's3:prefix': folders.map((folder) => `${folder}*`) } },
    };
    const read = statement('Read', ['GetObject'], bucket, folders);
    const write = statement('Write', ['PutObject', 'DeleteObject', 'AbortMultipartUpload'], bucket, writes.map(within));
    return [name, { Version: '2012-10-17', Statement: [list, read, ...(writes.length > 0 ? [write] : [])] }];
  });
  return `${JSON.stringify(Object.fromEntries(policies), null, 2)}\n`;
}
