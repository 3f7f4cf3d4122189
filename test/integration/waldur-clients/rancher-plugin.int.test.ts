import { expect, onTestFinished, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { rancherAccess } from '../_worlds/rancher-market.ts';
import { runPod } from '../rancher-projects/run-pod.ts';
import { type SharedCluster, sharedClusterPerTest } from '../rancher-projects/shared-cluster.ts';
import { type PluginResource, pluginSettings, rancherPlugin } from './site-agent-rancher.ts';
import { lookAtProject } from './standing-project.ts';

let world: SharedCluster;
/** Runs a release of Rancher to which the plugin can log in. */
sharedClusterPerTest(
  (opened) => {
    world = opened;
  },
  ...['--version', '2.11'],
);
const run = rancherPlugin();

/** The first call waits until Python has loaded the agent. This takes several seconds on a busy machine. */
const PATIENCE_MS = 60_000;
const PREFIX = 'plugin-';
const LIMITS = { cpu: 4, ram: 8, storage: 100, gpu: 1, gpu_h200: 2, pods: 50 };
const HARD = {
  ...{ 'limits.cpu': '4', 'limits.memory': '8Gi', 'requests.storage': '100Gi' },
  ...{ 'requests.nvidia.com/gpu': '1' },
};
const CLUSTER_GROUP = () => `c_${world.clusterId.replaceAll(/[:-]/g, '').slice(0, 8)}`;

const aResource = (slug: string): PluginResource => ({
  ...{ uuid: aUuid(), name: 'Web shop', slug, backend_id: '', limits: LIMITS },
  ...{ customer_name: 'Acme', customer_slug: 'acme', project_name: 'Shops', project_slug: `shops-${slug}` },
});

/** Calls the plugin. The call must log no warnings. */
async function quietly(call: string, resource: PluginResource, ...given: unknown[]): Promise<unknown> {
  const { result, log } = await run(pluginSettings(world, PREFIX), call, resource, ...given);
  expect(log, call).toEqual([]);
  return result;
}

test(
  'its diagnostics find Rancher, the cluster and Keycloak, and name a cluster that is not there',
  async () => {
    expect(await quietly('ping', aResource('none'))).toBe(true);
    expect(await quietly('diagnostics', aResource('none'))).toBe(true);
    const elsewhere = { ...pluginSettings(world, PREFIX), cluster_id: 'c-m-nowhere0' };
    await expect(run(elsewhere, 'ping', aResource('none'))).rejects.toThrow('Failed to ping Rancher cluster');
  },
  PATIENCE_MS,
);

test(
  'it cannot log in to Rancher 2.15.0, which answers elsewhere than at /v3',
  async () => {
    const { url, printed, stop } = await borrowSimulator('rancher');
    onTestFinished(async () => stop());
    const { access_key: username, secret_key: password } = rancherAccess.parse(printed);
    const latest = { ...pluginSettings(world, PREFIX), backend_url: url, username, password };
    const { result, log } = await run(latest, 'pull', aResource('none'));
    expect(result).toBeNull();
    expect(log).toContainEqual(expect.stringMatching(/^Login failed: Redirect response '307 Temporary Redirect'/));
  },
  PATIENCE_MS,
);

test(
  'its own flows run to their end: project, people, usage, other limits, and termination',
  async () => {
    const look = lookAtProject(world);
    const resource = aResource(`shop-${aUuid().slice(0, 8)}`);
    const [name, group] = [`${PREFIX}${resource.slug}`, `project_${resource.project_slug}_workloads-manage`];

    const made = await quietly('create', resource);
    expect(made).toMatchObject({ backend_id: expect.stringMatching(`^${world.clusterId}:p-`), limits: LIMITS });
    const { id = '', ...project } = (await look.projectNamed(name)) ?? {};
    expect(project).toMatchObject({
      description: 'Web shop (Customer: Acme, Project: Shops)',
      annotations: {
        ...{ 'waldur/organization': 'acme', 'waldur/managed': 'true', 'waldur/project_slug': resource.project_slug },
      },
    });
    expect((await look.namespace(name))?.labels).toMatchObject({
      ...{ 'pod-security.kubernetes.io/enforce': 'restricted', 'gpu-pool': 'h100-2x' },
    });
    expect(await look.quotas(name)).toMatchObject({ 'custom-resource-quota': HARD });
    expect(await look.groupBindings(id)).toEqual([
      { roleTemplateId: 'workloads-manage', groupPrincipalId: `keycloakoidc_group://${group}` },
    ]);
    resource.backend_id = id;
    expect(await quietly('list', resource)).toMatchObject([{ name, backend_id: id, organization: 'acme' }]);

    const { username } = await world.keycloak.realm.aUser();
    expect(await quietly('add_user', resource, username)).toBe(true);
    expect(await look.groupTree()).toMatchObject([
      { name: CLUSTER_GROUP(), children: [{ name: group, members: [username] }] },
    ]);
    await runPod(world, name, 'web', { cpu: '1500m', memory: '3Gi' });
    const pulled = async () => quietly('pull', resource);
    await expect.poll(pulled).toMatchObject({
      ...{ backend_id: id, users: [username] },
      usage: { TOTAL_ACCOUNT_USAGE: { cpu: 1.5, ram: 3, storage: 0, gpu: 0, pods: 0 } },
    });
    expect(await quietly('metadata', resource)).toMatchObject({ name, organization: 'acme' });

    await quietly('set_limits', resource, { cpu: 8, ram: 2, storage: 100, gpu: 1 });
    expect(await look.quotas(name)).toMatchObject({
      'custom-resource-quota': { ...HARD, 'limits.cpu': '8', 'limits.memory': '2Gi' },
    });

    expect(await quietly('remove_user', resource, username)).toBe(true);
    expect([await look.groupTree(), await look.groupBindings(id)]).toEqual([[], []]);
    expect(await quietly('add_user', resource, username)).toBe(true);
    expect(await look.groupBindings(id)).toHaveLength(1);

    await quietly('delete', resource);
    await expect.poll(async () => look.projectNamed(name)).toBeUndefined();
    await expect.poll(async () => look.namespace(name)).toBeUndefined();
    await expect.poll(async () => look.groupBindings(id)).toEqual([]);
    // The plugin does not delete the cluster's group.
    expect(await look.groupTree()).toMatchObject([{ name: CLUSTER_GROUP(), children: [] }]);
  },
  PATIENCE_MS,
);
