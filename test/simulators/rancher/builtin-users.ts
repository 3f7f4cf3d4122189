import { randomUUID } from 'node:crypto';
import type { GlobalRoleBinding, RancherUser } from './rancher-objects.ts';

/** The administrator that every Rancher is installed with. */
export const builtinUsers = (): Map<string, RancherUser> => {
  const id = 'user-admin';
  return new Map([
    [
      id,
      {
        ...{ id, username: 'admin', name: 'Default Admin', description: '', enabled: true, mustChangePassword: false },
        ...{ labels: { 'authz.management.cattle.io/bootstrapping': 'admin-user' } },
        ...{ createdAt: '2026-01-01T00:00:00Z', uid: randomUUID() },
      },
    ],
  ]);
};

export const builtinGlobalRoleBindings = (): Map<string, GlobalRoleBinding> => {
  const id = 'globalrolebinding-admin';
  const binding = { id, globalRoleId: 'admin', userId: 'user-admin', groupPrincipalId: '' };
  return new Map([[id, { ...binding, createdAt: '2026-01-01T00:00:00Z', uid: randomUUID() }]]);
};
