import { afterEach, describe, expect, test } from 'vitest';
import { EVENTUALLY, type OpenedRancher } from './rancher-under-test.ts';

const PRINCIPAL = 'keycloakoidc_group://cluster_0123456789abcdef0123456789abcdef_cluster-owner';

export function roleBindingCases(opened: () => OpenedRancher): void {
  describe('roles that groups have', () => {
    const made: string[] = [];
    afterEach(async () => {
      for (const id of made.splice(0)) await opened().rancher.deleteRoleBinding('cluster', id);
    });
    const bind = async (placeId: string, roleTemplateId = 'cluster-owner') => {
      const wanted = { placeId, roleTemplateId, groupPrincipalId: PRINCIPAL };
      const binding = await opened().rancher.createRoleBinding('cluster', wanted);
      made.push(binding.id);
      return binding;
    };

    test('one is bound to a role in one cluster, is found there and among all, and in no other', async () => {
      const { rancher, aManagedCluster } = opened();
      const [one, other] = [await aManagedCluster(), await aManagedCluster()];
      const binding = await bind(one.id);
      expect(binding).toMatchObject({
        ...{ placeId: one.id, roleTemplateId: 'cluster-owner', groupPrincipalId: PRINCIPAL },
        id: expect.stringMatching(`^${one.id}:`),
      });
      // Rancher may bind the cluster's creator as owner, so the lists may hold further bindings.
      expect(await rancher.listRoleBindings('cluster', one.id)).toContainEqual(binding);
      expect(await rancher.listRoleBindings('cluster')).toContainEqual(binding);
      expect(await rancher.listRoleBindings('cluster', other.id)).not.toContainEqual(binding);
      expect(await rancher.listRoleBindings('project')).not.toContainEqual(binding);
    });

    test('the same one twice is one', async () => {
      const { id } = await opened().aManagedCluster();
      const binding = await bind(id);
      expect(await bind(id)).toEqual(binding);
      expect((await bind(id, 'cluster-member')).id).not.toBe(binding.id);
    });

    test('one that is taken away is gone, and taking it away again is fine', async () => {
      const { rancher, aManagedCluster } = opened();
      const place = await aManagedCluster();
      const { id } = await bind(place.id);
      await rancher.deleteRoleBinding('cluster', id);
      const left = async () => (await rancher.listRoleBindings('cluster', place.id)).map((it) => it.id);
      await expect.poll(left, EVENTUALLY).not.toContain(id);
      await rancher.deleteRoleBinding('cluster', id);
    });

    test('one that was taken away a moment ago can be given again as soon as it is gone', async () => {
      const { rancher, aManagedCluster } = opened();
      const place = await aManagedCluster();
      await rancher.deleteRoleBinding('cluster', (await bind(place.id)).id);
      const again = () =>
        bind(place.id).catch((error) => {
          expect(error).toMatchObject({ name: 'BackendUnavailable' });
          return undefined;
        });
      await expect.poll(again, EVENTUALLY).toMatchObject({ placeId: place.id });
      const listed = async () => (await rancher.listRoleBindings('cluster', place.id)).map((it) => it.groupPrincipalId);
      await expect.poll(listed, EVENTUALLY).toContain(PRINCIPAL);
    });

    test.each([
      ['a role', 'nobodys-role', undefined],
      ['a cluster', 'cluster-owner', 'c-m-nobody00'],
    ])('%s that Rancher does not have is refused', async (_what, role, cluster) => {
      const placeId = cluster ?? (await opened().aManagedCluster()).id;
      await expect(bind(placeId, role)).rejects.toMatchObject({
        name: expect.stringMatching(/^Backend(NotFound|Rejected)$/),
      });
    });
  });
}
