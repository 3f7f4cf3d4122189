import { beforeEach, describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import { groupPrincipal } from '#shared/domain/cluster-access/groups/group-names';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aRancherProject } from '#test/builders/access-builders';
import { accessBedPerFile, groupBindingsOf, isRead, refOf } from './access-bed.ts';

const bed = await accessBedPerFile();
const { store, clock } = bed;
const { rancher } = bed.rancher;
const pass = () => bed.pass('sync_rancher_group_bindings');
beforeEach(() => {
  bed.asked.length = 0;
});
const bindingsOf = ({ backendId }: Cluster) => groupBindingsOf(bed, 'cluster', backendId);
const bind = ({ backendId }: Cluster, { name }: Pick<KeycloakGroup, 'name'>, roleTemplateId = 'cluster-owner') =>
  rancher.createRoleBinding('cluster', { placeId: backendId, roleTemplateId, groupPrincipalId: groupPrincipal(name) });

async function bound() {
  const cluster = await bed.cluster();
  const group = await bed.group(cluster);
  await pass();
  return { cluster, group: await store.keycloakGroups.get(refOf(group)) };
}

describe('a pass over role bindings', () => {
  test('binds each group to its role in its own cluster only, and writes nothing once it is (S0-125, S0-145)', async () => {
    const [one, other] = [await bound(), await bound()];
    for (const { cluster, group } of [one, other]) {
      const principal = groupPrincipal(group.name);
      expect(await bindingsOf(cluster)).toEqual([
        {
          id: group.bindingId,
          placeId: cluster.backendId,
          roleTemplateId: 'cluster-owner',
          groupPrincipalId: principal,
        },
      ]);
    }
    bed.asked.length = 0;
    expect(await pass()).toEqual({ written: 0, removed: 0, failed: 0 });
    expect(bed.asked).toEqual(['GET listRoleBindings', 'GET listRoleBindings']);
  });

  test('binds a project’s group in its project, brings that back, and takes it away with the group (S0-120, S0-121)', async () => {
    const cluster = await bed.cluster();
    const backendId = await bed.rancher.aProject(cluster.backendId, 'analytics');
    const project = aRancherProject(cluster, { backendId });
    await store.commit(store.rancherProjects.insert(project));
    const name = `project_${project.uuid}_project-member`;
    const scope = { scopeType: 'project', scopeUuid: project.uuid } as const;
    const group = await bed.group(cluster, 'project-member', { ...scope, name });
    const inProject = () => groupBindingsOf(bed, 'project', backendId);
    await pass();
    const [binding] = await inProject();
    expect(binding).toMatchObject({ roleTemplateId: 'project-member', groupPrincipalId: groupPrincipal(name) });
    expect(await bindingsOf(cluster)).toEqual([]);
    await rancher.deleteRoleBinding('project', binding?.id ?? '');
    // The binding's id is derived from project, role and group. The new binding therefore has the recorded id.
    expect(await pass()).toEqual({ written: 1, removed: 0, failed: 0 });
    expect(await inProject()).toEqual([binding]);
    await store.commit(store.keycloakGroups.remove(await store.keycloakGroups.get(refOf(group))));
    expect(await pass()).toMatchObject({ removed: 1 });
    expect(await inProject()).toEqual([]);
  });

  test('brings back none of a group that everybody is being taken out of', async () => {
    const { cluster, group } = await bound();
    const revokedAt = '2026-03-01T12:00:00.000Z';
    for (const membership of await store.keycloakMemberships.listByGroup(refOf(group))) {
      await store.commit(store.keycloakMemberships.replace(changed(membership, clock.now(), { revokedAt })));
    }
    await rancher.deleteRoleBinding('cluster', group.bindingId ?? '');
    await pass();
    expect(await bindingsOf(cluster)).toEqual([]);
  });

  test('does not create the binding of a group again that is being deleted: its last membership is gone', async () => {
    const { cluster, group } = await bound();
    for (const membership of await store.keycloakMemberships.listByGroup(refOf(group))) {
      await store.commit(store.keycloakMemberships.remove(membership));
    }
    await rancher.deleteRoleBinding('cluster', group.bindingId ?? '');
    await pass();
    expect(await bindingsOf(cluster)).toEqual([]);
  });

  test('takes away the binding of a group that is no longer recorded', async () => {
    const { cluster, group } = await bound();
    await store.commit(store.keycloakGroups.remove(group));
    expect(await pass()).toMatchObject({ removed: 1 });
    expect(await bindingsOf(cluster)).toEqual([]);
  });

  test('does not touch what was bound by hand: a group of another name, one of ours elsewhere or to another role', async () => {
    const [here, there] = [await bound(), await bound()];
    const byHand = [
      await bind(here.cluster, { name: 'developers' }),
      await bind(here.cluster, there.group),
      await bind(here.cluster, here.group, 'cluster-member'),
    ];
    bed.asked.length = 0;
    expect(await pass()).toEqual({ written: 0, removed: 0, failed: 0 });
    expect(bed.asked.filter((it) => !isRead(it))).toEqual([]);
    expect(await bindingsOf(here.cluster)).toEqual(expect.arrayContaining(byHand));
  });

  test('leaves a cluster be that is not OK, and one role that Rancher refuses keeps no other from being bound', async () => {
    const leaving = await bed.cluster({ state: 'DELETION_SCHEDULED' });
    await bed.group(leaving);
    const strange = await bed.group(await bed.cluster(), 'nobodys-role');
    const cluster = await bed.cluster();
    await bed.group(cluster);
    expect(await pass()).toMatchObject({ failed: 1 });
    expect(await bindingsOf(leaving)).toEqual([]);
    expect(await store.keycloakGroups.get(refOf(strange))).toMatchObject({ lastError: { code: 'NOT_FOUND' } });
    expect(await bindingsOf(cluster)).toHaveLength(1);
    await store.commit(store.keycloakGroups.remove(await store.keycloakGroups.get(refOf(strange))));
  });

  test('that would take away too many takes away none, and says so', async () => {
    const clusters = [];
    for (let number = 0; number < 12; number += 1) {
      const cluster = await bed.cluster();
      await bed.group(cluster);
      clusters.push(cluster);
    }
    await pass();
    for (const group of await store.keycloakGroups.listByProvider(bed.provider.uuid)) {
      await store.commit(store.keycloakGroups.remove(group));
    }
    expect(await pass()).toMatchObject({ removed: 0, stopped: { removals: expect.any(Number) } });
    for (const cluster of clusters) expect(await bindingsOf(cluster)).toHaveLength(1);
  });
});
