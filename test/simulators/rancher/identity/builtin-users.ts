import { randomUUID } from 'node:crypto';
import type { RancherUser } from '../_core/identity-objects.ts';
import type { GlobalRoleBinding } from '../_core/rancher-objects.ts';

export const ADMIN_ID = 'user-x7k2q';
const INSTALLED_AT = '2026-01-01T00:00:00Z';

/** The administrator that every new Rancher has. Whoever installs Rancher chooses the password. */
export const builtinUsers = (): Map<string, RancherUser> => {
  const id = ADMIN_ID;
  return new Map([
    [
      id,
      {
        ...{ id, username: 'admin', name: 'Default Admin', description: '', enabled: true, mustChangePassword: false },
        ...{ labels: { 'authz.management.cattle.io/bootstrapping': 'admin-user' } },
        ...{ password: '', creatorId: null, createdAt: INSTALLED_AT, uid: randomUUID() },
      },
    ],
  ]);
};

export const builtinGlobalRoleBindings = (): Map<string, GlobalRoleBinding> => {
  const id = 'globalrolebinding-admin';
  const binding = { id, globalRoleId: 'admin', userId: ADMIN_ID, groupPrincipalId: '' };
  return new Map([[id, { ...binding, creatorId: null, createdAt: INSTALLED_AT, uid: randomUUID() }]]);
};
