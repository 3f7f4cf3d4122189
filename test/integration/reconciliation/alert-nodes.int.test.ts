import { describe, expect, test } from 'vitest';
import { alertNodeAdder } from '#functions/syncs/watch-clusters/watch';
import { openstackSessions } from '#shared/adapters/openstack/openstack-sessions';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { cloudSettingsOf } from '#shared/app/providers/settings-of';
import { addAlertNode } from '#shared/app/reconciliation/alert-nodes';
import { watchClusters } from '#shared/app/reconciliation/watch-clusters';
import { changed } from '#shared/domain/_core/record';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import { summariesWith } from '#shared/domain/nodes/node';
import type { Market } from '../_worlds/market.ts';
import { type Begun, clusterOf, nodesOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import { growingClusterPerTest } from '../clusters/_worlds/growing-cluster.ts';
import { finishedOrder } from '../nodes/added-node.ts';
import { nodeOfRole } from '../nodes/deleted-node.ts';

const world = await stepWorldPerFile();
const { store, clock } = world;
const deps: OrderDeps = { store, clock, ids: world.ids, openstack: world.openstack, site: DEFAULT_SITE_SETTINGS };
const ALERT = 'KubeCPUOvercommit';
const asked = () => ({ alert: ALERT, key: '1a30ba71cca2921f/2026-11-25T12:00:00Z', at: clock.now().toISOString() });

async function offer(pluginOptions: Partial<RancherOffering['pluginOptions']>): Promise<void> {
  const offering = await store.offerings.get(world.offering.uuid);
  if (offering.type !== 'Rancher') expect.fail('it sells no clusters');
  await store.commit(
    store.offerings.replace({
      ...changed(offering, clock.now(), {}),
      pluginOptions: { deployment_mode: 'self_managed', alerts_adding_nodes: [ALERT], ...pluginOptions },
    }),
  );
}
async function set(begun: Begun, fields: Partial<Cluster>): Promise<void> {
  await store.commit(store.clusters.replace(changed(await clusterOf(world, begun), clock.now(), fields)));
}
/** A self-managed cluster with a pending request for a node. An alert has made the request. */
async function asking(fields: Partial<Cluster> = {}): Promise<Begun> {
  await offer({});
  const begun = await finishedOrder(world);
  await set(begun, { alertNodes: { asked: asked() }, ...fields });
  return begun;
}
const add = ({ target }: Begun, other: Partial<OrderDeps> = {}) =>
  addAlertNode({ ...deps, ...other }, target.clusterUuid, 'correlation-7');
const timeline = async ({ target }: Begun) => {
  const events = await store.events.listByCluster(target.clusterUuid);
  return events.filter(({ step }) => step === 'alert-node').map(({ message }) => message);
};

/** Expects that no node is created, the request is removed, and timeline and audit events give the reason. */
async function expectRefused(begun: Begun, reason: string, other: Partial<OrderDeps> = {}): Promise<void> {
  const before = await nodesOf(world, begun);
  expect(await add(begun, other)).toBe('refused');
  expect(await nodesOf(world, begun)).toEqual(before);
  expect((await clusterOf(world, begun)).alertNodes).not.toHaveProperty('asked');
  expect(await timeline(begun)).toEqual([`No node was added for the alert ${ALERT}: ${reason}`]);
  const { items } = await store.audit.list({ visibility: 'all' }, { page: 1, pageSize: 100 });
  expect(items).toContainEqual(
    expect.objectContaining({
      ...{ clusterUuid: begun.target.clusterUuid, eventType: 'resource_alert_node_refused' },
      changes: [expect.objectContaining({ fields: { alert: { after: ALERT }, reason: { after: reason } } })],
    }),
  );
}

describe('an alert that asks for a node of a self-managed cluster', () => {
  test('gets an agent like those that it has, by the operation that requests begin, once (S0-391)', async () => {
    const begun = await asking();
    const like = await nodeOfRole(world, begun, 'agent');
    const answers = await Promise.all([add(begun), add(begun), add(begun)]);
    expect(answers.sort()).toEqual(['nothing', 'nothing', 'started']);
    const [made, ...others] = (await nodesOf(world, begun)).filter(({ state }) => state === 'CREATION_SCHEDULED');
    expect(others).toEqual([]);
    expect(made?.spec).toEqual({ ...like.spec, name: made?.spec.name });
    const { nodeOperations, alertNodes } = await clusterOf(world, begun);
    expect(nodeOperations).toMatchObject([{ machine: 'add-node', nodeUuid: made?.uuid }]);
    expect(alertNodes).toEqual({ addedAt: clock.now().toISOString() });
    const { operations } = await store.outbox.listPending(50);
    expect(operations).toContainEqual(expect.objectContaining({ nodeUuid: made?.uuid, machine: 'add-node' }));
    expect(await timeline(begun)).toEqual([`A node is being added for the alert ${ALERT}`]);
  });

  test('is refused while a node is added, with the reason (S0-391)', async () => {
    const begun = await asking();
    expect(await add(begun)).toBe('started');
    await set(begun, { alertNodes: { asked: asked() } });
    expect(await add(begun)).toBe('refused');
    expect(await timeline(begun)).toContain(
      `No node was added for the alert ${ALERT}: Nodes of the cluster are being changed.`,
    );
  });

  test('is refused beyond the bound of the offering (S0-391)', async () => {
    const begun = await asking();
    await offer({ alerts_adding_nodes_max_nodes: 2 });
    await expectRefused(begun, 'The cluster has 2 nodes. Alerts add nodes only up to 2.');
  });

  test('is refused in the pause after another one (S0-391)', async () => {
    const begun = await asking({ alertNodes: { asked: asked(), addedAt: clock.now().toISOString() } });
    await expectRefused(begun, 'An alert has added a node less than 60 minutes ago.');
  });

  test('is refused once the offering does not list it any more (S0-391)', async () => {
    const begun = await asking();
    await offer({ alerts_adding_nodes: ['KubeMemoryOvercommit'] });
    await expectRefused(begun, 'The offering no longer allows this alert to add nodes.');
  });

  test('is refused where the flavor may not be ordered any more (S0-225)', async () => {
    const begun = await asking();
    await offer({ flavors_regex: 'nothing' });
    const { spec } = await nodeOfRole(world, begun, 'agent');
    await expectRefused(begun, `Flavor ${spec.flavorName} is not part of the offering.`);
  });

  test('is refused in a read-only installation, and an hour later', async () => {
    const site = { ...DEFAULT_SITE_SETTINGS, readOnlyMode: true };
    await expectRefused(await asking(), 'The installation is read-only.', { site });
    const later = { now: () => new Date(clock.now().getTime() + 3_600_000) };
    await expectRefused(await asking(), 'The alert is too old.', { clock: later });
  });

  test('waits while the cloud does not answer', async () => {
    const begun = await asking();
    await world.cloud.plan({ kind: 'status', status: 503, path: '.*' });
    await expect(add(begun)).rejects.toThrow();
    await world.cloud.clearFaults();
    expect((await clusterOf(world, begun)).alertNodes).toHaveProperty('asked');
    expect(await add(begun)).toBe('started');
  });

  test('is heard by the watch after a complete look, and nobody else is (S0-391)', async () => {
    const [begun, quiet] = [await asking(), await finishedOrder(world)];
    const heard: string[] = [];
    const { rancher, clusterApi, log } = world.deps;
    const addFor = async (uuid: string): Promise<void> => void heard.push(uuid);
    const watching = { ...deps, rancher, clusterApi, log, addAlertNode: addFor };
    await world.cloud.plan({ kind: 'status', status: 503, path: '.*' });
    await watchClusters(watching);
    expect(heard).not.toContain(begun.target.clusterUuid);
    await world.cloud.clearFaults();
    await watchClusters(watching);
    expect(heard).toContain(begun.target.clusterUuid);
    expect(heard).not.toContain(quiet.target.clusterUuid);
  });

  test('is the actor of what it changes (S0-391)', async () => {
    const begun = await asking();
    await alertNodeAdder({ ...world.deps, ...deps })(begun.target.clusterUuid);
    expect(await timeline(begun)).toHaveLength(1);
    expect(world.logged.at(-1)).toContain('"outcome":"started"');
  });
});

describe('an alert that asks for a node of a managed cluster', () => {
  let market: Market;
  let openstack: OrderDeps['openstack'];
  const built = growingClusterPerTest((opened) => {
    ({ market } = opened);
    const { store, secrets, stage, clock } = market;
    openstack = openstackSessions({ secrets, settingsOf: (uuid) => cloudSettingsOf({ store }, uuid), stage, clock });
  });

  test('gets a worker in one of its tenants, which widens for it (S0-391)', async () => {
    const { clusterUuid, added, rows } = await built();
    const first = await market.store.nodes.findByUuid((await added()).uuid);
    const worker = changed(first ?? expect.fail('there is no worker'), market.clock.now(), { state: 'OK' });
    const cluster = await market.store.clusters.get(clusterUuid);
    const offering = await market.store.offerings.get(cluster.offeringUuid);
    if (offering.type !== 'Rancher') expect.fail('it sells no clusters');
    const pluginOptions = { ...offering.pluginOptions, alerts_adding_nodes: [ALERT] };
    const at = market.clock.now().toISOString();
    await market.store.commit(
      market.store.nodes.replace(worker),
      market.store.offerings.replace({ ...changed(offering, market.clock.now(), {}), pluginOptions }),
      market.store.clusters.replace(
        changed(cluster, market.clock.now(), {
          ...{ nodes: summariesWith(cluster, [worker]), nodeOperations: [] },
          alertNodes: { asked: { alert: ALERT, key: 'k', at } },
        }),
      ),
    );
    const before = await rows();
    const ordering = {
      store: market.store,
      clock: market.clock,
      ids: world.ids,
      openstack,
      site: DEFAULT_SITE_SETTINGS,
    };
    expect(await addAlertNode(ordering, clusterUuid, 'correlation-7')).toBe('started');
    const now = await rows();
    const made = now.nodes.find(({ uuid }) => uuid !== worker.uuid);
    expect(made?.spec).toMatchObject({ role: 'agent', flavorName: worker.spec.flavorName, roles: ['worker'] });
    expect(now.tenants[0]?.limits.cores).toBe((before.tenants[0]?.limits.cores ?? 0) + worker.spec.vcpus);
    expect(now.cluster.nodeOperations).toMatchObject([{ nodeUuid: made?.uuid, machine: 'add-node' }]);
  });
});
