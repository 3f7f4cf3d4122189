import { describe, expect, test } from 'vitest';
import { beginOrder } from '#shared/app/clusters/steps/begin-order';
import { deleteCluster } from '#shared/app/clusters/steps/delete-cluster';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { sweepClusters } from '#shared/app/clusters/steps/sweep-clusters';
import { cancelOrder } from '#shared/app/marketplace/orders/cancel-order';
import { retryOrder } from '#shared/app/marketplace/orders/retry-order';
import { checkServersGone } from '#shared/app/nodes/steps/check-servers-gone';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import { deleteServer } from '#shared/app/nodes/steps/delete-server';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { listNodes } from '#shared/app/nodes/steps/list-nodes';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import type { ClusterEvent } from '#shared/domain/clusters/cluster-event';
import { clusterTag, rancherLabels } from '#shared/domain/planning/naming';
import type { OpenStack } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Rancher } from '#shared/ports/rancher';
import { aUuid } from '#test/builders/builders';
import {
  type Begun,
  begunOrder,
  clusterOf,
  EVENTUALLY,
  inCloud,
  nodesOf,
  preparedOrder,
  registrationOf,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';

const world = await stepWorldPerFile();

/** Cancels the order. A new operation of the cluster then deletes the objects that exist. */
async function cancelled(begun: Begun): Promise<Begun> {
  await cancelOrder(world, world.owner, { orderUuid: begun.order.uuid, correlationId: 'correlation-2' });
  const { operationUuid = '' } = await clusterOf(world, begun);
  return { ...begun, target: { ...begun.target, operationUuid } };
}
async function wholeDeletion({ target }: Begun): Promise<void> {
  const { alone, nodes } = await listNodes.run(world.deps, target);
  expect(alone).toBe(true);
  for (const nodeUuid of nodes) await deleteServer.run(world.deps, { ...target, nodeUuid });
  for (const step of [checkServersGone, deleteLeftovers, deleteCluster]) {
    await expect.poll(() => step.call(world.deps, target), EVENTUALLY).toEqual({ gone: true });
  }
  for (const sweep of [sweepTenants, sweepClusters]) await sweep.run(world.deps, target);
}

/** OpenStack sessions in which the first call of `op` waits until `meanwhile` has ended. */
function heldUp(op: 'listPorts' | 'createServer', meanwhile: () => Promise<unknown>): OpenStackSessions {
  let isFirst = true;
  const before = async () => {
    if (!isFirst) return;
    isFirst = false;
    await meanwhile();
  };
  const slow = (session: OpenStack): OpenStack => ({
    ...session,
    async listPorts(filter) {
      if (op === 'listPorts') await before();
      return session.listPorts(filter);
    },
    async createServer(server) {
      if (op === 'createServer') await before();
      return session.createServer(server);
    },
  });
  const { openstack } = world;
  return { ...openstack, open: async (tenant) => slow(await openstack.open(tenant)) };
}

async function firstServer(begun: Begun, openstack: OpenStackSessions): Promise<unknown> {
  const [node] = await nodesOf(world, begun);
  return ensureServer.call({ ...world.deps, openstack }, { ...begun.target, nodeUuid: node?.uuid });
}
const nothingOf = async ({ cluster }: Begun) => {
  const left = async () => [
    ...(await inCloud(world, 'servers', cluster.uuid)),
    ...(await inCloud(world, 'ports', cluster.uuid)),
  ];
  await expect.poll(left, EVENTUALLY).toEqual([]);
};

describe('a step that is still at work when its order is cancelled', () => {
  /** Cancels the order while the step runs. The deletion starts only after the step has ended. */
  async function meetsCancellation(begun: Begun, step: (meanwhile: () => Promise<void>) => Promise<unknown>) {
    let deletion = begun;
    const meanwhile = async () => {
      deletion = await cancelled(begun);
      expect(await listNodes.run(world.deps, deletion.target)).toMatchObject({ alone: false });
    };
    await step(meanwhile);
    await wholeDeletion(deletion);
  }

  test.each(['listPorts', 'createServer'] as const)('is waited out, and its server goes: held up at %s', async (op) => {
    const begun = await preparedOrder(world);
    await meetsCancellation(begun, (meanwhile) => firstServer(begun, heldUp(op, meanwhile)));
    await nothingOf(begun);
  });

  test.each(['listProvisioningClusters', 'caChecksum'] as const)(
    'is waited out, and its cluster goes from Rancher with the token: held up at %s',
    async (op) => {
      const begun = await preparedOrder(world);
      const session = await world.rancher.open(world.settings);
      await meetsCancellation(begun, async (meanwhile) => {
        let held = false;
        const once = async () => {
          if (held) return;
          held = true;
          await meanwhile();
        };
        const slow: Rancher = {
          ...session,
          async listProvisioningClusters(labels) {
            if (op === 'listProvisioningClusters') await once();
            return session.listProvisioningClusters(labels);
          },
          async caChecksum() {
            if (op === 'caChecksum') await once();
            return session.caChecksum();
          },
        };
        const late = ensureCluster.call({ ...world.deps, rancher: { open: async () => slow } }, begun.target);
        // The late step fails because its record has changed. The object that the step created in Rancher exists until
        // the deletion removes it.
        await expect(late).rejects.toMatchObject({ name: 'Conflict' });
      });
      expect(await session.listProvisioningClusters(rancherLabels(begun.cluster.uuid))).toEqual([]);
      expect(await registrationOf(world, begun)).toBeUndefined();
    },
  );

  test('is waited out no longer than it can live', async () => {
    const begun = await preparedOrder(world);
    const { operationUuid, clusterUuid } = begun.target;
    const dead = { operationUuid, clusterUuid, settingsUuid: world.settings.uuid, holder: aUuid() };
    const expiresAt = new Date(world.clock.now().getTime() + 65_000).toISOString();
    await world.store.slots.take({ ...dead, expiresAt }, 20);
    const { target } = await cancelled(begun);
    expect(await listNodes.run(world.deps, target)).toMatchObject({ alone: false });
    world.clock.advance(66);
    expect(await listNodes.run(world.deps, target)).toMatchObject({ alone: true });
  });
});

describe('a step that was at work when something else happened', () => {
  test('and died before it could do so has its server removed by the deletion', async () => {
    const begun = await preparedOrder(world);
    const { target } = await cancelled(begun);
    for (const { uuid } of await nodesOf(world, begun))
      await deleteServer.run(world.deps, { ...target, nodeUuid: uuid });
    const session = await world.openstack.open(world.demo.tenant);
    const [node] = await nodesOf(world, begun);
    if (!node) throw new Error('nothing was planned');
    const { networkId, subnetId, securityGroupIds, name } = node.spec;
    const port = await session.createPort({ name, networkId, subnetId, securityGroupIds });
    const tags = [clusterTag(begun.cluster.uuid)];
    await session.createServer({ spec: node.spec, portId: port.id, tags, userData: '' });
    await expect.poll(() => checkServersGone.call(world.deps, target), EVENTUALLY).toEqual({ gone: true });
    await session.deletePort(port.id);
  });

  test('keeps its hands off what a newer creation has adopted', async () => {
    const begun = await preparedOrder(world);
    const { target, order } = begun;
    const retried = async () => {
      await firstServer(begun, world.openstack);
      const caught = { error: 'BackendRejected', cause: '', failedStep: 'openstack.ensureServer' };
      await recordFailure.run(world.deps, { ...target, ...caught });
      await retryOrder(world, world.owner, { orderUuid: order.uuid, correlationId: 'correlation-2' });
    };
    await expect(firstServer(begun, heldUp('createServer', retried))).rejects.toBeDefined();
    expect(await inCloud(world, 'servers', begun.cluster.uuid)).toHaveLength(1);
    expect(await inCloud(world, 'ports', begun.cluster.uuid)).toHaveLength(1);
  });

  test('leaves its record alone when only the record has changed: the next attempt reads it again', async () => {
    const begun = await preparedOrder(world);
    const touch = async () => {
      const [node] = await nodesOf(world, begun);
      if (node) await world.store.commit(world.store.nodes.replace({ ...node, version: node.version + 1 }));
    };
    await expect(firstServer(begun, heldUp('createServer', touch))).rejects.toMatchObject({ name: 'Conflict' });
    expect(await inCloud(world, 'servers', begun.cluster.uuid)).toHaveLength(1);
    await firstServer(begun, world.openstack);
    expect(await inCloud(world, 'servers', begun.cluster.uuid)).toHaveLength(1);
  });
});

test('a line that a late step writes on the timeline of a cluster that is gone does not stay', async () => {
  const begun = await begunOrder(world);
  const { store } = world;
  const events = {
    ...store.events,
    async append(event: ClusterEvent) {
      await store.commit(store.clusters.remove(await clusterOf(world, begun)));
      await store.events.removeByCluster(begun.target.clusterUuid);
      await store.events.append(event);
    },
  };
  await beginOrder.run({ ...world.deps, store: { ...store, events } }, begun.target);
  expect(await store.events.listByCluster(begun.target.clusterUuid)).toEqual([]);
});
