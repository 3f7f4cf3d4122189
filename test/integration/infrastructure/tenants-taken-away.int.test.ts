import { expect, test } from 'vitest';
import { deleteProject } from '#shared/app/infrastructure/steps/delete-project';
import { emptyTenants } from '#shared/app/infrastructure/steps/empty-tenants';
import { ensureProject } from '#shared/app/infrastructure/steps/ensure-project';
import { sweepProjects } from '#shared/app/infrastructure/steps/sweep-projects';
import { checkServersGone } from '#shared/app/nodes/steps/check-servers-gone';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import { deleteServer } from '#shared/app/nodes/steps/delete-server';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import { managedWorldPerFile, provision } from '../_worlds/managed-world.ts';
import { type Begun, EVENTUALLY, nodesOf } from '../_worlds/step-world.ts';

const world = await managedWorldPerFile();

async function furnished(): Promise<Begun> {
  const begun = await world.order();
  await provision(world, begun);
  await planNodes.run(world.deps, begun.target);
  return begun;
}
const projects = async (begun: Begun) => {
  const { settingsUuid, name } = await world.tenantOf(begun);
  const admin = await world.openstack.admin(settingsUuid);
  return { admin, found: await admin.listProjects({ name }) };
};
/** Deletes the order's project as the cloud's operator. */
async function takeProjectAway(begun: Begun): Promise<void> {
  const { admin } = await projects(begun);
  await admin.deleteProject((await world.tenantOf(begun)).made.projectId ?? '');
  world.clock.advance(600); // cached sessions have expired
}

/** Runs the steps of delete-cluster that call the clouds, in order. */
async function remove({ target }: Begun, nodes: readonly { uuid: string }[]): Promise<void> {
  const { deps } = world;
  for (const { uuid } of nodes) await deleteServer.run(deps, { ...target, nodeUuid: uuid });
  await expect.poll(() => checkServersGone.run(deps, target), EVENTUALLY).toEqual({ gone: true });
  await expect.poll(() => deleteLeftovers.run(deps, target), EVENTUALLY).toEqual({ gone: true });
  await sweepTenants.run(deps, target);
  await expect.poll(() => emptyTenants.run(deps, target), EVENTUALLY).toMatchObject({ gone: true });
  for (const { uuid } of await world.store.clusterTenants.listByCluster(target.clusterUuid)) {
    await deleteProject.run(deps, { ...target, tenantUuid: uuid });
  }
  await sweepProjects.run(deps, target);
}

test('a cluster is deleted also when somebody has taken its project away before', async () => {
  const begun = await furnished();
  await takeProjectAway(begun);
  await remove(begun, await nodesOf(world, begun));
});

test('a deletion that was stopped when a tenant was gone already is gone through again', async () => {
  const begun = await furnished();
  const nodes = await nodesOf(world, begun);
  await remove(begun, nodes);
  await remove(begun, nodes);
});

test('a cloud that does not let the account in is not taken for one in which the project is gone', async () => {
  const begun = await furnished();
  world.clock.advance(600);
  await world.cloud.plan({ kind: 'status', status: 401, path: '/auth/tokens', nth: 1 });
  await expect(emptyTenants.run(world.deps, begun.target)).rejects.toMatchObject({ name: 'BackendUnauthorized' });
  await world.cloud.clearFaults();
  await remove(begun, await nodesOf(world, begun));
});

test('a project that was taken away is not made again under the machines of the old one', async () => {
  const begun = await furnished();
  await takeProjectAway(begun);
  const { uuid, name, made } = await world.tenantOf(begun);
  const again = ensureProject.run(world.deps, { ...begun.target, tenantUuid: uuid });
  await expect(again).rejects.toThrow(`Project ${name} (${made.projectId}) is gone from the cloud.`);
  expect((await projects(begun)).found).toEqual([]);
});
