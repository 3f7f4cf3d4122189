import { describe, expect, test } from 'vitest';
import type { OpenedRancher } from './rancher-under-test.ts';

export function roleTemplateCases(opened: () => OpenedRancher): void {
  describe('roles', () => {
    test('those of clusters and of projects are listed with the names they are shown under, and no others', async () => {
      const roles = await opened().rancher.listRoleTemplates();
      expect(roles).toEqual(
        expect.arrayContaining([
          { id: 'cluster-owner', name: 'Cluster Owner', context: 'cluster' },
          { id: 'project-member', name: 'Project Member', context: 'project' },
        ]),
      );
      // Rancher hides these roles, which come from Kubernetes.
      for (const hidden of ['admin', 'edit', 'view', 'cluster-admin']) {
        expect(roles.map(({ id }) => id)).not.toContain(hidden);
      }
      expect(new Set(roles.map(({ context }) => context))).toEqual(new Set(['cluster', 'project']));
    });
  });
}
