import { expect, test } from 'vitest';
import { changedPluginOptions, pluginOptions } from './plugin-options.ts';

test('an offering is self-managed unless it says otherwise (S0-224)', () => {
  expect(pluginOptions.parse({})).toEqual({ deployment_mode: 'self_managed' });
  expect(pluginOptions.safeParse({ deployment_mode: 'half_managed' }).success).toBe(false);
});

test('a change keeps options that it does not name, replaces those that it names, and null removes one', () => {
  const options = pluginOptions.parse({
    deployment_mode: 'managed',
    flavors_regex: 'm1',
    managed_rancher_tenant_max_cpu: 8,
  });
  expect(changedPluginOptions(options, { flavors_regex: null, managed_rancher_tenant_max_cpu: 16 })).toEqual({
    deployment_mode: 'managed',
    managed_rancher_tenant_max_cpu: 16,
  });
  expect(changedPluginOptions(options, { deployment_mode: null })).toMatchObject({ deployment_mode: 'self_managed' });
});

test('S3 storage that moves to another server needs its credential again, which Rancher would send there', () => {
  const credential = { etcd_snapshot_s3_credential: 'cattle-global-data:cc-abcde' };
  const options = pluginOptions.parse({ etcd_snapshot_s3_endpoint: 's3.example.org', ...credential });
  const moved = { etcd_snapshot_s3_endpoint: 's3.attacker.example' };
  expect(() => changedPluginOptions(options, moved)).toThrow(
    expect.objectContaining({
      body: { plugin_options: { etcd_snapshot_s3_credential: [expect.stringContaining('Enter it again')] } },
    }),
  );
  expect(changedPluginOptions(options, { ...moved, ...credential })).toMatchObject(moved);
  expect(changedPluginOptions(options, { etcd_snapshot_s3_endpoint: 'S3.example.org:443' })).toMatchObject(credential);
});
