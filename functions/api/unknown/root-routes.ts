import { z } from 'zod';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

const COLLECTIONS = [
  'users',
  'api-tokens',
  'customers',
  'projects',
  'service-settings',
  'openstack-tenants',
  'marketplace-provider-offerings',
  'marketplace-public-offerings',
  'marketplace-orders',
  'marketplace-resources',
  'rancher-clusters',
  'rancher-nodes',
] as const;

/** `GET /api/`: where everything is, for who has a token. */
export const rootRoutes: Routes = {
  'GET /': async ({ request: { origin } }) =>
    ok(
      z.record(z.enum(COLLECTIONS), z.string()),
      Object.fromEntries(COLLECTIONS.map((name) => [name, `${origin}/api/${name}/`])),
    ),
};

/** Everything else that reaches the default route is a page that is not there. */
export const isRoot = (path: string): boolean => /^\/api\/?$/.test(path);
