import type { TablesOf } from '../_http/router.ts';
import { openstackTenantsRoutes } from '../openstack-tenants/routes.ts';
import { serviceSettingsRoutes } from '../service-settings/routes.ts';

type Deps = Parameters<typeof serviceSettingsRoutes>[0] & Parameters<typeof openstackTenantsRoutes>[0];

export const providersTables = (deps: Deps): TablesOf<'api/providers'> => ({
  'service-settings': serviceSettingsRoutes(deps),
  'openstack-tenants': openstackTenantsRoutes(deps),
});
