import { randomUUID } from 'node:crypto';
import type { RancherUser } from './rancher-objects.ts';

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
