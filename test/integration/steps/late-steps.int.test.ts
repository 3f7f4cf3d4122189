import { describe, expect, test } from 'vitest';
import { checkServersGone } from '#functions/steps/openstack/check-servers-gone';
import { deleteLeftovers } from '#functions/steps/openstack/delete-leftovers';
import { deleteServer } from '#functions/steps/openstack/delete-server';
import { ensureServer } from '#functions/steps/openstack/ensure-server';
import { deleteCluster } from '#functions/steps/rancher/delete-cluster';
import { ensureCluster } from '#functions/steps/rancher/ensure-cluster';
import { finishDeletion } from '#functions/steps/records/finish-deletion';
import { recordFailure } from '#functions/steps/records/record-failure';
import { cancelOrder } from '#shared/app/cancel-order';
import { retryOrder } from '#shared/app/retry-order';
import { clusterTag, rancherLabels } from '#shared/domain/naming';
import type { OpenStack, OpenStackSessions } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import {
  type Begun,
  clusterOf,
  inCloud,
  nodesOf,
  preparedOrder,
  registrationOf,
  SETTLES,
  stepWorldPerFile,
} from './step-world.ts';

const world = await stepWorldPerFile();

/** Cancels the order and asks for all its machines to go, as the new operation does. */
async function superseded(begun: Begun): Promise<Begun> {
  await cancelOrder(world, world.owner, { orderUuid: begun.order.uuid, correlationId: 'correlation-2' });
  const { operationUuid = '' } = await clusterOf(world, begun);
  const target = { ...begun.target, operationUuid };
  for (const node of await nodesOf(world, begun)) {
    await deleteServer.run(world.deps, { ...target, nodeUuid: node.uuid });
  }
  return { ...begun, target };
}
async function wholeDeletion(begun: Begun): Promise<void> {
  const { target } = await superseded(begun);
  for (const step of [checkServersGone, deleteLeftovers, deleteCluster]) {
    await expect.poll(() => step.call(world.deps, target), SETTLES).toEqual({ gone: true });
  }
  await finishDeletion.run(world.deps, target);
}

/** The cloud, whose first call of a kind is held up while something else happens. */
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
  await expect.poll(left, SETTLES).toEqual([]);
};

describe('a cluster that is made in Rancher while its order is cancelled', () => {
  test.each(['listProvisioningClusters', 'caChecksum'] as const)(
    'is removed with its token: held up at %s',
    async (op) => {
      const begun = await preparedOrder(world);
      const { target, cluster } = begun;
      const session = await world.rancher.open(world.settings);
      let isFirst = true;
      const held = async () => {
        if (isFirst) await wholeDeletion(begun);
        isFirst = false;
      };
      const slow: Rancher = {
        ...session,
        async listProvisioningClusters(labels) {
          if (op === 'listProvisioningClusters') await held();
          return session.listProvisioningClusters(labels);
        },
        async caChecksum() {
          if (op === 'caChecksum') await held();
          return session.caChecksum();
        },
      };
      const late = ensureCluster.call({ ...world.deps, rancher: { open: async () => slow } }, target);
      await expect(late).rejects.toMatchObject({ name: 'Superseded' });
      const left = () => session.listProvisioningClusters(rancherLabels(cluster.uuid));
      await expect.poll(left, SETTLES).toEqual([]);
      expect(await registrationOf(world, begun)).toBeUndefined();
    },
  );
});

describe('a step that was still at work when its order was cancelled', () => {
  test('removes what it makes after the whole deletion is through', async () => {
    const begun = await preparedOrder(world);
    const late = firstServer(
      begun,
      heldUp('listPorts', () => wholeDeletion(begun)),
    );
    await expect(late).rejects.toMatchObject({ name: 'Superseded' });
    await nothingOf(begun);
  });

  test('removes what it makes after the deletion has looked for servers', async () => {
    const begun = await preparedOrder(world);
    const late = firstServer(
      begun,
      heldUp('createServer', () => superseded(begun)),
    );
    await expect(late).rejects.toMatchObject({ name: 'Superseded' });
    await nothingOf(begun);
  });

  test('and died before it could do so has its server removed by the deletion', async () => {
    const begun = await preparedOrder(world);
    const { target } = await superseded(begun);
    const session = await world.openstack.open(world.demo.tenant);
    const [node] = await nodesOf(world, begun);
    if (!node) throw new Error('nothing was planned');
    const { networkId, subnetId, securityGroupIds, name } = node.spec;
    const port = await session.createPort({ name, networkId, subnetId, securityGroupIds });
    const tags = [clusterTag(begun.cluster.uuid)];
    await session.createServer({ spec: node.spec, portId: port.id, tags, userData: '' });
    await expect.poll(() => checkServersGone.call(world.deps, target), SETTLES).toEqual({ gone: true });
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
