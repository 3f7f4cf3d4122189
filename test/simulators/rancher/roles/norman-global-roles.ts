import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound } from '../_core/rancher-errors.ts';
import { normanRecord } from '../norman/norman-record.ts';
import { normanCollection } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { GLOBAL_ROLES } from './role-rules.ts';

const NAMES: Record<string, string> = {
  ...{ admin: 'Admin', 'authn-manage': 'Manage Authentication', 'clusters-create': 'Create Clusters' },
  ...{ 'features-manage': 'Manage Features', 'kontainerdrivers-manage': 'Manage Cluster Drivers' },
  ...{ 'nodedrivers-manage': 'Manage Node Drivers', 'proxy-endpoints-manage': 'Manage Rancher Proxy Endpoints' },
  ...{ 'roles-manage': 'Manage Roles', 'settings-manage': 'Manage Settings', user: 'User', 'user-base': 'User Base' },
  ...{ 'users-manage': 'Manage Users', 'view-rancher-metrics': 'View Rancher Metrics' },
};

const UIDS = new Map(Object.keys(NAMES).map((id) => [id, randomUUID()]));
export const uidOfGlobalRole = (id: string): string => UIDS.get(id) ?? '';

/** `/v3/globalroles`: Rancher's own global roles, which are read-only here. */
export function normanGlobalRoles(app: FastifyInstance): void {
  const view = (request: FastifyRequest) => (id: string) => {
    const made = { id, uid: uidOfGlobalRole(id), createdAt: '2026-01-01T00:00:00Z', creatorId: null };
    const labels = { 'authz.management.cattle.io/bootstrapped-role': 'true' };
    const fields = { name: NAMES[id] ?? id, builtin: true, newUserDefault: id === 'user', labels, annotations: {} };
    return normanRecord(`${baseUrlOf(request)}/v3/globalRoles`, 'globalRole', made, fields);
  };
  const filters = ['id', 'name', 'builtin', 'newUserDefault'];
  app.get('/globalroles', async (request) =>
    normanCollection(request, { resourceType: 'globalRole', filters }, Object.keys(NAMES).map(view(request))),
  );
  app.get('/globalroles/:id', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    if (!(id in GLOBAL_ROLES)) throw notFound(`globalroles.management.cattle.io "${id}" not found`);
    return view(request)(id);
  });
}
