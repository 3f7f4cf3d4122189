import { expect, test } from 'vitest';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { ensureQuotas } from '#shared/app/infrastructure/steps/ensure-quotas';
import { releasePlace } from '#shared/app/infrastructure/steps/release-place';
import { addManagedNode } from '#shared/app/nodes/add-managed-node';
import type { NodeRole } from '#shared/domain/planning/order-attributes';
import { managedWorldPerFile, provision } from '../_worlds/managed-world.ts';
import { type Begun, clusterOf } from '../_worlds/step-world.ts';
import { addedTo } from '../nodes/added-node.ts';
import { deletedNodeWorld } from '../nodes/deleted-node.ts';

const world = await managedWorldPerFile();

async function finished(): Promise<Begun> {
  const begun = await world.order();
  await provision(world, begun);
  await finishCreation.call(world.deps, begun.target);
  return begun;
}
async function accepted(begun: Begun, role: NodeRole = 'agent') {
  const node = await addManagedNode(world, world.owner, {
    resourceUuid: begun.resource.uuid,
    parseRequest: () => ({ role }),
    correlationId: 'correlation-2',
  });
  const operation = (await clusterOf(world, begun)).nodeOperations.find(({ nodeUuid }) => nodeUuid === node.uuid);
  return addedTo(begun, node, operation?.uuid ?? '');
}
async function limits(begun: Begun) {
  const { settingsUuid, made } = await world.tenantOf(begun);
  const quotas = await (await world.openstack.admin(settingsUuid)).readProjectQuotas(made.projectId ?? '');
  return ['cores', 'ram', 'gigabytes', 'instances', 'volumes', 'ports'].map((name) => quotas[name]?.limit ?? 0);
}

test('a tenant has room for the node that is added to it, once and no more (R-9b-W3)', async () => {
  const begun = await finished();
  const before = await limits(begun);
  const added = await accepted(begun);
  expect(await limits(begun)).toEqual(before);
  await ensureQuotas.call(world.deps, added.ofNode);
  const after = await limits(begun);
  const [cores = 0, ram = 0, gigabytes = 0] = after.map((limit, index) => limit - (before[index] ?? 0));
  expect([cores, ram, gigabytes]).toEqual([2, 4096, 64 + 20]);
  await ensureQuotas.call(world.deps, added.ofNode);
  expect(await limits(begun)).toEqual(after);
});

test('one that is widened while its quotas are set has them set again, so that nobody narrows it', async () => {
  const begun = await finished();
  const added = await accepted(begun);
  const { openstack } = world.deps;
  let isFirst = true;
  const meanwhile: typeof openstack = {
    ...openstack,
    async admin(settingsUuid) {
      const admin = await openstack.admin(settingsUuid);
      return {
        ...admin,
        async setProjectQuotas(...given) {
          if (isFirst) {
            isFirst = false;
            const other = await accepted(begun, 'server');
            await ensureQuotas.call(world.deps, other.ofNode);
          }
          await admin.setProjectQuotas(...given);
        },
      };
    },
  };
  await ensureQuotas.call({ ...world.deps, openstack: meanwhile }, added.ofNode);
  const { limits: wanted } = await world.tenantOf(begun);
  expect((await limits(begun)).slice(0, 2)).toEqual([wanted.cores, wanted.ram]);
});

test('a cloud that is too busy to say what it has is waited for when a node is taken out, as by every step', async () => {
  const begun = await finished();
  await accepted(begun);
  const added = await accepted(begun);
  const leaving = await deletedNodeWorld(world, begun, added.node);
  await world.cloud.plan({ kind: 'status', status: 429, path: '/types/default', nth: 1 });
  await expect(releasePlace.call(world.deps, leaving.ofNode)).rejects.toMatchObject({ name: 'BackendThrottled' });
});

test('a tenant is as narrow as before once a node that was added to it is gone, however often that is done', async () => {
  const begun = await finished();
  const first = await accepted(begun);
  await ensureQuotas.call(world.deps, first.ofNode);
  const [before, planned] = [await limits(begun), await world.tenantOf(begun)];
  const second = await accepted(begun);
  await ensureQuotas.call(world.deps, second.ofNode);
  expect(await limits(begun)).not.toEqual(before);
  const leaving = await deletedNodeWorld(world, begun, second.node);
  await releasePlace.call(world.deps, leaving.ofNode);
  await releasePlace.call(world.deps, leaving.ofNode);
  expect(await limits(begun)).toEqual(before);
  const { limits: now, nodes, counts } = await world.tenantOf(begun);
  expect({ limits: now, nodes, counts }).toEqual({
    ...{ limits: planned.limits, nodes: planned.nodes, counts: planned.counts },
  });
});
