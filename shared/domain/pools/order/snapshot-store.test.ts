import { expect, test } from 'vitest';
import { pluginOptions } from '../../providers/plugin-options.ts';
import { DEFAULT_POOL_SETTINGS } from './default-settings.ts';
import { withSnapshotStore } from './snapshot-store.ts';

const S3 = {
  etcd_snapshot_s3_endpoint: 's3.example.org',
  etcd_snapshot_s3_bucket: 'etcd-snapshots',
  etcd_snapshot_s3_credential: 'cattle-global-data:cc-s3keys',
};
const storeOf = (options: object) =>
  withSnapshotStore(DEFAULT_POOL_SETTINGS, pluginOptions.parse(options), { name: 'web' }).snapshots.s3;

test('snapshots of a cluster go to its own folder in the bucket of the offering (T40)', () => {
  expect(storeOf(S3)).toEqual({
    ...{ endpoint: 's3.example.org', bucket: 'etcd-snapshots', credentialRef: 'cattle-global-data:cc-s3keys' },
    ...{ folder: 'web', skipsVerification: false },
  });
  const more = { etcd_snapshot_s3_folder: 'prod', etcd_snapshot_s3_region: 'eu', etcd_snapshot_s3_retention: 9 };
  expect(storeOf({ ...S3, ...more })).toMatchObject({ folder: 'prod/web', region: 'eu', retention: 9 });
});

test.each(Object.keys(S3))('without %s they stay on the machines (T40)', (name) => {
  expect(storeOf({ ...S3, [name]: undefined })).toBeUndefined();
});

test.each(['cc-s3keys', 'other:cc-s3keys', 'cattle-global-data:', 'cattle-global-data:CC'])(
  'a credential is named as Rancher names it: %s is refused (T40)',
  (credential) => {
    const parsed = pluginOptions.safeParse({ ...S3, etcd_snapshot_s3_credential: credential });
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual(['etcd_snapshot_s3_credential']);
  },
);
