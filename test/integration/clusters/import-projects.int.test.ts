import { beforeEach, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { type RancherMarket, rancherMarketPerTest } from '../_worlds/rancher-market.ts';
import { joinMachine } from '../nodes/join-machine.ts';

const PROJECT = 'field.cattle.io/projectId';
const QUOTA = 'field.cattle.io/resourceQuota';
const QUOTAS = {
  resourceQuota: { limit: { limitsCpu: '8000m' } },
  namespaceDefaultResourceQuota: { limit: { limitsCpu: '1000m' } },
};

let now: RancherMarket;
rancherMarketPerTest((opened) => {
  now = opened;
});
let cluster: Cluster;
let projectId: string;
async function activeCluster(): Promise<Cluster> {
  const made = await now.aClusterInRancher();
  await joinMachine(now, made);
  return made;
}

async function importInto({ uuid }: Cluster, yaml: string) {
  const { people, ask } = now.market;
  const answer = await ask('POST', `rancher-clusters/${uuid}/import_yaml/`, { ...people.staff, body: { yaml } });
  expect(answer).toMatchObject({ status: 200 });
}
async function exported({ uuid }: Cluster): Promise<string> {
  const { body } = await now.market.ask('GET', `rancher-clusters/${uuid}/export_yaml/`, now.market.people.owner);
  return z.object({ yaml: z.string() }).parse(body).yaml;
}
const place = z.object({ name: z.string(), project_name: z.string() });
async function namespaces({ uuid }: Cluster) {
  const path = `rancher-namespaces/?o=name&cluster_uuid=${uuid}`;
  return z.array(place).parse((await now.market.ask('GET', path, now.market.people.member)).body);
}
const projectsOf = ({ backendId }: Cluster) => now.opened.rancher.listProjects(backendId);
const IN_SHOP = [
  { name: 'default', project_name: 'Default' },
  // Rancher's own cluster is in no project.
  { name: 'local', project_name: '' },
  { name: 'shop', project_name: 'Shop' },
];

/** A project with a quota, and a namespace with a share of this quota. */
beforeEach(async () => {
  cluster = await activeCluster();
  const wanted = { name: 'Shop', description: 'of the shop', ...QUOTAS };
  ({ id: projectId } = await now.opened.rancher.createProject(cluster.backendId, wanted));
  const annotations = JSON.stringify({ [PROJECT]: projectId, [QUOTA]: '{"limit":{"limitsCpu":"2000m"}}' });
  const shop = `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  annotations: ${annotations}\n`;
  await importInto(cluster, shop);
  expect(await namespaces(cluster)).toEqual(IN_SHOP);
});

test('an export comes into another cluster with its projects, namespaces and quotas, once (S0-093, S0-094)', async () => {
  const [yaml, other] = [await exported(cluster), await activeCluster()];
  for (const _ of [1, 2]) await importInto(other, yaml);
  expect(await namespaces(other)).toEqual(IN_SHOP);
  const made = (await projectsOf(other)).filter(({ name }) => name === 'Shop');
  expect(made).toHaveLength(1);
  const documents: unknown[] = parseAllDocuments(await exported(other)).map((document) => document.toJS());
  const spec = { clusterName: other.backendId, displayName: 'Shop', description: 'of the shop', ...QUOTAS };
  expect(documents).toContainEqual(expect.objectContaining({ kind: 'Project', spec }));
  const annotations = { [PROJECT]: made[0]?.id, [QUOTA]: '{"limit":{"limitsCpu":"2000m"}}' };
  expect(documents).toContainEqual(
    expect.objectContaining({ metadata: expect.objectContaining({ name: 'shop', annotations }) }),
  );
  expect(await namespaces(cluster)).toEqual(IN_SHOP);
});

test('a project that is gone is made again by an import of what was exported before', async () => {
  const yaml = await exported(cluster);
  const { url, key } = now.opened.backend;
  const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
  expect((await fetch(`${url}/v3/projects/${projectId}`, { method: 'DELETE', headers: { authorization } })).ok).toBe(
    true,
  );
  const left = async () => {
    const { projects, namespaces } = await now.opened.rancher.readDefinition(cluster.backendId, cluster.name);
    return [...projects, ...namespaces].map(({ name }) => name.toLowerCase());
  };
  await expect.poll(left, EVENTUALLY).not.toContain('shop');
  await importInto(cluster, yaml);
  const made = (await projectsOf(cluster)).find(({ name }) => name === 'Shop') ?? expect.fail('it was made again');
  const { namespaces: there } = await now.opened.rancher.readDefinition(cluster.backendId, cluster.name);
  expect(there).toContainEqual(expect.objectContaining({ name: 'shop', projectId: made.id }));
});
