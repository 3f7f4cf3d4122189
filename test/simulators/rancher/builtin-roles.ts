import { randomUUID } from 'node:crypto';
import type { RoleTemplate } from './rancher-objects.ts';

/** Some of Rancher's own; those without a context are parts of others. */
const ROLES: [context: RoleTemplate['context'], id: string, name: string][] = [
  ['cluster', 'cluster-owner', 'Cluster Owner'],
  ['cluster', 'cluster-member', 'Cluster Member'],
  ['cluster', 'nodes-view', 'View Nodes'],
  ['project', 'project-owner', 'Project Owner'],
  ['project', 'project-member', 'Project Member'],
  ['project', 'read-only', 'Read-only'],
  ['', 'admin', 'Kubernetes admin'],
];
const INSTALLED_AT = '2026-01-01T00:00:00Z';

export const builtinRoles = (): Map<string, RoleTemplate> =>
  new Map(
    ROLES.map(([context, id, name]) => [
      id,
      { id, name, context, builtin: true, createdAt: INSTALLED_AT, uid: randomUUID() },
    ]),
  );
