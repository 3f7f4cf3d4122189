import { expect, test } from 'vitest';
import { finishDeletion } from '#shared/app/clusters/steps/finish-deletion';
import { changed } from '#shared/domain/_core/record';
import { newManagementGroup } from '#shared/domain/clusters/management-security-group';
import { clusterOf, orderWithServers, stepWorldPerFile } from '../_worlds/step-world.ts';
import { deleteAll, leaving } from './deletion.ts';

const world = await stepWorldPerFile();

test.each(['', 'recorded'])(
  'a deletion takes the management security group with it, and leaves others %s',
  async (how) => {
    const { store, clock, openstack, demo } = world;
    const begun = await orderWithServers(world);
    const cluster = await clusterOf(world, begun);
    const session = await openstack.open(demo.tenant);
    const mine = await session.createSecurityGroup(newManagementGroup(cluster));
    const others = await session.createSecurityGroup({ ...newManagementGroup(cluster), description: 'by hand' });
    const { uuid: tenantUuid, settingsUuid: cloudUuid } = demo.tenant;
    const managementSecurityGroup = { tenantUuid, cloudUuid, backendId: how === '' ? '' : mine.id };
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { managementSecurityGroup })));
    const target = await leaving(world, begun);
    await deleteAll(world, target);
    await finishDeletion.call(world.deps, target.target);
    const left = (await session.listSecurityGroups()).map(({ id }) => id);
    expect([left.includes(mine.id), left.includes(others.id)]).toEqual([false, true]);
    await session.deleteSecurityGroup(others.id);
  },
);
