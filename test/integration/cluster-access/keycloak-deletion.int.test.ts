import { beforeEach, describe, expect, test } from 'vitest';
import { deleteGroup } from '#shared/app/cluster-access/steps/delete-group';
import { deleteGroups } from '#shared/app/cluster-access/steps/delete-groups';
import { failMembership } from '#shared/app/cluster-access/steps/fail-membership';
import { reconcileMembership } from '#shared/app/cluster-access/steps/reconcile-membership';
import { sweepGroups } from '#shared/app/cluster-access/steps/sweep-groups';
import { syncRoleBinding } from '#shared/app/cluster-access/steps/sync-role-binding';
import { finishDeletion } from '#shared/app/clusters/steps/finish-deletion';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { listNodes } from '#shared/app/nodes/steps/list-nodes';
import { changed } from '#shared/domain/_core/record';
import { aRancherProject } from '#test/builders/access-builders';
import { type Begun, clusterOf, rowsWith } from '../_worlds/step-world.ts';
import { addMember, enterableCluster, entrancesOf, granted, keycloakWorldPerFile } from './keycloak-world.ts';

const world = await keycloakWorldPerFile();
const { deps, store } = world;
beforeEach(() => world.keycloakSimulator.clearFaults());
const addToGroups = (begun: Begun, username: string, role = world.roles.owner) =>
  addMember(world, begun, username, role);

describe('the deletion of a cluster', () => {
  async function leaving(begun: Begun) {
    const { resourceUuid } = await clusterOf(world, begun);
    await terminateResource(deps, world.owner, { resourceUuid, correlationId: 'correlation-5' });
    const { operationUuid = '', uuid: clusterUuid } = await clusterOf(world, begun);
    return { operationUuid, clusterUuid };
  }

  test('takes its groups and records away and nothing of others, again if need be (S0-139)', async () => {
    const [begun, other] = [await enterableCluster(world), await enterableCluster(world)];
    const { username } = await world.realm.aUser();
    await addToGroups(begun, username);
    await addToGroups(begun, username, world.roles.member);
    await addToGroups(begun, 'never-seen');
    await addToGroups(other, username);
    await store.commit(store.rancherProjects.insert(aRancherProject(begun.cluster)));
    const kept = await entrancesOf(world, other);
    const target = await leaving(begun);
    expect(await listNodes.call(deps, target)).toMatchObject({ uses: { keycloak: true } });
    await expect(sweepGroups.call(deps, target)).rejects.toMatchObject({ name: 'DeletionBlocked' });
    await deleteGroups.call(deps, target);
    await deleteGroups.call(deps, target);
    await sweepGroups.call(deps, target);
    expect((await entrancesOf(world, begun)).members).toEqual({});
    expect(await entrancesOf(world, other)).toEqual(kept);
    await finishDeletion.call(deps, target);
    const left = (await rowsWith(world, begun.cluster.uuid)).filter(({ kind }) =>
      /KEYCLOAK|RANCHER_PROJECT|CLAIM|POINTER/.test(String(kind)),
    );
    expect(left).toEqual([]);
  });

  test('finds groups without a record, in either style, below the cluster’s', async () => {
    const begun = await enterableCluster(world);
    await addToGroups(begun, 'never-seen');
    const { keycloak } = world.realm;
    const parent = await keycloak.findGroupAt(`c_${begun.cluster.uuid}`);
    const mark = parent?.attributes ?? {};
    const project = 'd'.repeat(32);
    const of = { ...mark, scope_uuid: [project] };
    await keycloak.createChild(parent?.id ?? '', { name: `project_${project}_project-member`, attributes: of });
    await keycloak.createChild(parent?.id ?? '', { name: `c_${begun.cluster.uuid}_x`, attributes: mark });
    const target = await leaving(begun);
    await deleteGroups.call(deps, target);
    await sweepGroups.call(deps, target);
    expect((await entrancesOf(world, begun)).members).toEqual({});
  });

  test('fails in so many words while Keycloak is away, or has a group of others there, and can be tried again', async () => {
    const begun = await enterableCluster(world);
    await addToGroups(begun, 'never-seen');
    const { keycloak } = world.realm;
    const parent = await keycloak.findGroupAt(`c_${begun.cluster.uuid}`);
    const foreign = await keycloak.createChild(parent?.id ?? '', { name: 'developers', attributes: {} });
    const target = await leaving(begun);
    await world.keycloakSimulator.plan({ kind: 'status', status: 503, path: '/' });
    await expect(deleteGroups.call(deps, target)).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await world.keycloakSimulator.clearFaults();
    await expect(deleteGroups.call(deps, target)).rejects.toMatchObject({
      name: 'DeletionBlocked',
      message: `Group c_${begun.cluster.uuid} in Keycloak has a subgroup that Paddock did not create: developers. Move or delete this subgroup.`,
    });
    await keycloak.deleteGroup(foreign);
    await deleteGroups.call(deps, target);
    await sweepGroups.call(deps, target);
  });

  test('supersedes operations that still add members, and waits for a running step of theirs', async () => {
    const begun = await enterableCluster(world);
    const target = await granted(world, begun, 'late');
    const deletion = await leaving(begun);
    for (const step of [syncRoleBinding, reconcileMembership, deleteGroup, failMembership]) {
      const input = { ...target, error: 'x', cause: 'x', failedStep: 'x' };
      await expect(step.call(deps, input)).rejects.toMatchObject({ name: 'Superseded' });
    }
    const { settingsUuid } = await clusterOf(world, begun);
    const slot = { settingsUuid, ...target, holder: world.ids.uuid(), expiresAt: '2100-01-01T00:00:00.000Z' };
    const taken = await store.slots.take(slot, 20);
    expect(await listNodes.call(deps, deletion)).toMatchObject({ alone: false });
    if (taken) await store.slots.release(taken);
    expect(await listNodes.call(deps, deletion)).toMatchObject({ alone: true });
  });

  test('passes by a Keycloak that the provider does not have any more', async () => {
    const begun = await enterableCluster(world);
    await addToGroups(begun, 'never-seen');
    const target = await leaving(begun);
    const settings = await store.settings.get(world.settings.uuid);
    if (settings.type !== 'Rancher') throw new Error('it is a Rancher');
    const { keycloak, ...options } = settings.options;
    const without = changed(settings, world.clock.now(), { options });
    await store.commit(store.settings.replace(without));
    await deleteGroups.call(deps, target);
    await sweepGroups.call(deps, target);
    await store.commit(store.settings.replace(changed(without, world.clock.now(), { options: settings.options })));
    expect(keycloak).toBeDefined();
  });
});
