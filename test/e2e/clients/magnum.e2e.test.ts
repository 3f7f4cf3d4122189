import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { pythonVenv } from '#infra/local/emulator/python-venv';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { until } from '#infra/local/until';
import { BUILD_MS, hasGo, type MagnumAccess, magnumOn, openstackCommand, runGo } from '../_worlds/magnum-client.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const requirements = fileURLToPath(new URL('../magnum/requirements.txt', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paddock-magnum-'));

let close: () => Promise<void>;
let access: MagnumAccess;
let openstack: (command: string) => Promise<string>;
beforeAll(async () => {
  const where = { home: localHome(), logDir: localLogDir('e2e') };
  const python = await pythonVenv({ what: 'Magnum’s client', requirements }, where);
  ({ access, close } = await magnumOn(endpoints));
  openstack = openstackCommand(python, access);
}, 300_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await close();
});

const rows = z.array(z.looseObject({ name: z.string() }));
const shown = z.looseObject({ status: z.string() });
const show = async (name: string) => shown.parse(JSON.parse(await openstack(`coe cluster show ${name} -f json`)));
const reaches = (name: string, status: string) =>
  until({ tooLate: `${name} is not ${status}.`, timeoutMs: 120_000, intervalMs: 1000 }, async () => {
    const cluster = await show(name);
    if (cluster.status.endsWith('FAILED')) throw new Error(JSON.stringify(cluster));
    return cluster.status === status ? cluster : undefined;
  });

test('`openstack coe` orders a cluster by a template of its own, uses, resizes and upgrades it, and deletes it (S3-027, S3-029, M7, M23, M24, M26, M29, M41, M42)', async () => {
  const template = 'coe cluster template create by-coe --coe kubernetes --image ubuntu-2204-kube-v1.33.5';
  const created = await openstack(`${template} --external-network public --flavor m1.medium --master-flavor m1.medium`);
  expect(created).toContain('accepted');
  const templates = rows.parse(JSON.parse(await openstack('coe cluster template list -f json')));
  expect(templates.map(({ name }) => name)).toContain('by-coe');

  const order = 'coe cluster create coe-cluster --cluster-template by-coe --master-count 1 --node-count 2';
  expect(await openstack(order)).toContain('accepted');
  expect(await reaches('coe-cluster', 'CREATE_COMPLETE')).toMatchObject({
    ...{ node_count: 2, master_count: 1, health_status: 'HEALTHY', api_address: expect.stringMatching(/^https:/) },
    cluster_id: expect.stringMatching(/^kube-/),
  });
  const clusters = rows.parse(JSON.parse(await openstack('coe cluster list -f json')));
  expect(clusters).toMatchObject([{ name: 'coe-cluster', status: 'CREATE_COMPLETE' }]);

  await openstack(`coe cluster config coe-cluster --output-certs --dir ${folder}`);
  const files = ['config', 'ca.pem', 'cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(files[0]).toContain('client-certificate-data');
  expect(files[2]).toContain('BEGIN CERTIFICATE');

  expect(await openstack('coe cluster resize coe-cluster 1')).toContain('accepted');
  expect(await reaches('coe-cluster', 'UPDATE_COMPLETE')).toMatchObject({ node_count: 1 });
  await openstack('coe nodegroup create coe-cluster extra --node-count 1 --flavor m1.medium');
  expect(await reaches('coe-cluster', 'UPDATE_COMPLETE')).toMatchObject({ node_count: 2 });
  const groups = rows.parse(JSON.parse(await openstack('coe nodegroup list coe-cluster -f json')));
  expect(groups.map(({ name }) => name)).toEqual(['default-master', 'default-worker', 'extra']);
  await openstack('coe nodegroup delete coe-cluster extra');
  await reaches('coe-cluster', 'UPDATE_COMPLETE');

  const newer = 'coe cluster template create newer --coe kubernetes --image ubuntu-2204-kube-v1.34.2';
  await openstack(`${newer} --external-network public --flavor m1.medium --labels kube_tag=v1.34.2`);
  expect(await openstack('coe cluster upgrade coe-cluster newer')).toContain('accepted');
  expect(await reaches('coe-cluster', 'UPDATE_COMPLETE')).toMatchObject({ coe_version: 'v1.34.2' });

  expect(await openstack('coe cluster delete coe-cluster')).toContain('accepted');
  const wait = { tooLate: 'The cluster is still there.', timeoutMs: 60_000, intervalMs: 1000 };
  await until(wait, async () => ((await openstack('coe cluster list -f value')) === '' ? true : undefined));
  for (const name of ['by-coe', 'newer']) await openstack(`coe cluster template delete ${name}`);
}, 300_000);

test.skipIf(!hasGo)(
  'gophercloud orders a cluster, has a certificate signed, changes its groups, upgrades and deletes it (skipped: `go` is not installed) (M41)',
  async () => {
    expect(await runGo('gophercloud', access)).toMatch(/^done/);
  },
  2 * BUILD_MS,
);
