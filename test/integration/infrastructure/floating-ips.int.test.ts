import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import { deleteServer } from '#shared/app/nodes/steps/delete-server';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import { changed } from '#shared/domain/_core/record';
import { type Begun, EVENTUALLY, nodesOf, preparedOrder, stateOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import { observeNodesOnce } from '../reconciliation/observations.ts';
import { withQuota } from './cloud-quota.ts';

const world = await stepWorldPerFile();
const { store, clock } = world;
const settings = changed(world.settings, clock.now(), {
  options: { ...world.settings.options, allocateFloatingIpToAllNodes: true },
});
await store.commit(store.settings.replace(settings));
beforeEach(() => world.cloud.clearFaults());

const address = z.object({ floating_ip_address: z.string(), port_id: z.string().nullable(), description: z.string() });
const floatingIps = async (text: string) =>
  z
    .array(address)
    .parse((await stateOf(world.cloud)).floating_ips ?? [])
    .filter(({ description }) => description.includes(text));

async function aNode(): Promise<{ begun: Begun; nodeUuid: string; make(): Promise<unknown> }> {
  const begun = await preparedOrder(world);
  const nodeUuid = (await nodesOf(world, begun))[0]?.uuid ?? '';
  return { begun, nodeUuid, make: () => ensureServer.call(world.deps, { ...begun.target, nodeUuid }) };
}

describe('where every node is to have a floating IP', () => {
  test('a machine’s port gets one, which its row shows, and making it again takes no second (S0-283, R-9-14)', async () => {
    const { begun, nodeUuid, make } = await aNode();
    await make();
    const [taken, ...others] = await floatingIps(nodeUuid);
    expect(others).toEqual([]);
    const row = await store.nodes.get(begun.cluster.uuid, nodeUuid);
    expect(row.addresses).toContain(taken?.floating_ip_address);
    expect(taken?.port_id).toBe(row.portId);
    await make();
    expect(await floatingIps(nodeUuid)).toEqual([taken]);
  });

  test('one that was made without an answer is found again', async () => {
    const { nodeUuid, make } = await aNode();
    await world.cloud.plan({ kind: 'lose', method: 'POST', path: '/floatingips$', nth: 1 });
    await expect(make()).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await make();
    expect(await floatingIps(nodeUuid)).toHaveLength(1);
  });

  test('a deletion leaves none, and the sweep names one that is left', async () => {
    const { begun, nodeUuid, make } = await aNode();
    await make();
    const [taken] = await floatingIps(nodeUuid);
    await deleteServer.call(world.deps, { ...begun.target, nodeUuid });
    const sweep = () => sweepTenants.call(world.deps, begun.target);
    await expect(sweep()).rejects.toThrow(`floating IP ${taken?.floating_ip_address}`);
    const leftovers = () => deleteLeftovers.call(world.deps, begun.target);
    await expect.poll(leftovers, EVENTUALLY).toEqual({ gone: true });
    expect(await floatingIps(begun.cluster.uuid)).toEqual([]);
    await sweep();
  });
});

describe('a quota that is used up between order and machine', () => {
  test('is reported with resource, used, limit and asked, and of which machine (S0-006)', async () => {
    const { begun, nodeUuid, make } = await aNode();
    const { spec } = await store.nodes.get(begun.cluster.uuid, nodeUuid);
    const quotas = await (await world.openstack.open(world.demo.tenant)).readQuotas();
    // Neutron rejects a limit below the current usage.
    const { used: taken = 0 } = quotas.floating_ips ?? {};
    await withQuota(world, 'network', { floatingip: taken }, async () => {
      const message = `${spec.name}: "floating_ips" quota is over limit. Used: ${taken}, limit: ${taken}, asked: 1.`;
      await expect(make()).rejects.toMatchObject({ name: 'BackendQuotaExceeded', message });
    });
    const { used = 0 } = quotas.cores ?? {};
    await withQuota(world, 'compute', { cores: used + 1 }, async () => {
      const figures = `Used: ${used}, limit: ${used + 1}, asked: 2.`;
      const message = `${spec.name}: "cores" quota is over limit. ${figures}`;
      await expect(make()).rejects.toMatchObject({ name: 'BackendQuotaExceeded', message });
    });
  });

  test('is reported in the same words when the server is in error for it', async () => {
    const { begun, nodeUuid, make } = await aNode();
    await withQuota(world, 'block-storage', { gigabytes: 1 }, async () => {
      await make();
      const lastError = async () => {
        await observeNodesOnce(world, begun);
        return (await store.nodes.get(begun.cluster.uuid, nodeUuid)).lastError;
      };
      await expect.poll(lastError, EVENTUALLY).toMatchObject({
        code: 'QUOTA_EXCEEDED',
        message: expect.stringMatching(
          /"gigabytes" quota is over limit\. Used: \d+ GB, limit: 1 GB, asked: 64 GB\. \(request req-[\w-]+\)$/,
        ),
      });
    });
  });
});
