import type { Cloud } from './cloud.ts';
import { hexOf, seedSecret, seedUuid } from './ids.ts';
import { withImplied } from './keystone/roles.ts';

/** Every password is the user's name, except an administrator's password that was given at the start. */
export function seedIdentity(cloud: Cloud): { admin: string; demo: string; other: string } {
  for (const name of ['admin', 'manager', 'member', 'reader', 'service']) {
    const id = seedId(cloud, 'role', name);
    cloud.keystone.roles.set(id, { id, name });
  }
  grant(cloud, 'admin', 'default');
  return {
    admin: seedProject(cloud, 'admin', 'admin'),
    demo: seedCustomer(cloud, 'demo'),
    other: seedCustomer(cloud, 'other'),
  };
}

const seedId = (cloud: Cloud, ...path: string[]) => hexOf(seedUuid(cloud.name, ...path));

/** Makes a project, and a user with the project's name. The user has the role on the project. */
function seedProject(cloud: Cloud, name: string, role: string): string {
  const id = seedId(cloud, 'project', name);
  const userId = seedId(cloud, 'user', name);
  cloud.keystone.projects.set(id, {
    ...{ id, name, domain_id: 'default', parent_id: 'default', description: '', enabled: true },
    ...{ is_domain: false, tags: [], options: {} },
  });
  const password = role === 'admin' ? cloud.adminPassword : name;
  cloud.keystone.users.set(userId, { id: userId, name, domain_id: 'default', enabled: true, password });
  grant(cloud, name, id, role);
  return id;
}

function grant(cloud: Cloud, userName: string, targetId: string, role = 'admin'): void {
  const userId = seedId(cloud, 'user', userName);
  cloud.keystone.assignments.push({ userId, targetId, roleId: seedId(cloud, 'role', role) });
}

function seedCustomer(cloud: Cloud, name: string): string {
  const projectId = seedProject(cloud, name, 'member');
  const id = seedId(cloud, 'credential', name);
  cloud.keystone.applicationCredentials.set(id, {
    ...{
      id,
      name: `${name}-credential`,
      description: null,
      system: null,
      projectId,
      userId: seedId(cloud, 'user', name),
    },
    ...{ secret: seedSecret(cloud.name, 'credential', name), roleNames: withImplied(['member']) },
    ...{ unrestricted: null, expiresAt: null },
  });
  return projectId;
}
