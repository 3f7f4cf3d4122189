import { expect, test } from 'vitest';
import { secretName } from '#shared/domain/_core/secret-name';
import { cloudConfigSecret } from '#shared/domain/cluster-api/rendering/cloud-config';
import { clusterCredentialUuid } from '#shared/domain/planning/naming';
import { type ClusterApiOptions, clusterApiOptions } from '#shared/domain/providers/cluster-api-options';
import type { Store } from '#shared/ports/store';
import { aCluster, aTenant, someOpenStackSettings } from '#test/builders/builders';
import { aRenderedCluster, textsOf } from '#test/builders/cluster-api-builders';
import { readCloud } from './read-cloud.ts';

const BACKEND = 'https://management.example.org:6443';
const PUBLIC = 'https://keystone.example.org/v3';
const INTERNAL = 'https://keystone.internal:5000/v3';

function read(options: Partial<ClusterApiOptions> = {}) {
  const settings = someOpenStackSettings();
  const tenant = aTenant({ settingsUuid: settings.uuid });
  const cluster = aCluster({ tenantUuid: tenant.uuid });
  const name = secretName(
    'test',
    'cloud-credential',
    clusterCredentialUuid({ clusterUuid: cluster.uuid, tenantUuid: tenant.uuid }),
  );
  const text = JSON.stringify({ id: 'id', secret: 'secret' });
  const store = {
    settings: { get: async () => ({ ...settings, options: { ...settings.options, backendUrl: PUBLIC } }) },
    tenants: { get: async () => tenant },
  } as unknown as Pick<Store, 'settings' | 'tenants'>;
  const secrets = { find: async (asked: string) => (asked === name ? text : undefined) };
  return readCloud({ store, secrets, stage: 'test' }, cluster, {
    ...clusterApiOptions.parse({ backendUrl: BACKEND }),
    ...options,
  });
}

test('Cluster API and the machines call Keystone at the address of the cloud', async () => {
  expect(await read()).toMatchObject({ authUrl: PUBLIC, publicAuthUrl: PUBLIC, interface: 'public' });
});

test('within the management network Cluster API calls no public address, and machines still do (S3-007, S3-008)', async () => {
  const cloud = await read({ cloudInterface: 'internal', cloudAuthUrl: INTERNAL });
  const { 'clouds.yaml': text = '' } = textsOf(cloudConfigSecret(aRenderedCluster(), cloud));
  expect(text).toContain(INTERNAL);
  expect(text).toContain('interface: internal');
  expect(text).not.toContain('keystone.example.org');
  expect(cloud.publicAuthUrl).toBe(PUBLIC);
});
