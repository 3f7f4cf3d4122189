import { hooksEmailResource } from '#shared/contracts/rest/hooks/hooks-email';
import { hooksWebResource } from '#shared/contracts/rest/hooks/hooks-web';
import type { ResourceTable } from '../_http/router.ts';
import { hooksEmailRoutes, hooksWebRoutes } from './hook-routes.ts';

export const HOOKS_SEGMENTS = ['hooks-web', 'hooks-email'] as const;

/** Routes of hooks. They write the secrets that sign deliveries to web hooks. */
export const hooksTable = {
  'hooks-web': [hooksWebResource, hooksWebRoutes],
  'hooks-email': [hooksEmailResource, hooksEmailRoutes],
} satisfies ResourceTable<(typeof HOOKS_SEGMENTS)[number]>;
