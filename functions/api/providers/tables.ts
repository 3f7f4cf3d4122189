import { openstackTenantsResource } from '#shared/contracts/rest/infrastructure/openstack-tenants';
import { serviceSettingsResource } from '#shared/contracts/rest/providers/service-settings';
import type { ResourceTable } from '../_http/router.ts';
import { openstackTenantsRoutes } from '../infrastructure/openstack-tenants-routes.ts';
import { serviceSettingsRoutes } from './service-settings-routes.ts';

export const PROVIDERS_SEGMENTS = ['service-settings', 'openstack-tenants'] as const;

/** Routes that write credentials of providers and clouds. */
export const providersTable = {
  'service-settings': [serviceSettingsResource, serviceSettingsRoutes],
  'openstack-tenants': [openstackTenantsResource, openstackTenantsRoutes],
} satisfies ResourceTable<(typeof PROVIDERS_SEGMENTS)[number]>;
