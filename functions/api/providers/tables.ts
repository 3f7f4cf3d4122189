import type { DepsOf, TablesOf } from '../_http/router.ts';
import { openstackTenantsRoutes } from '../infrastructure/openstack-tenants-routes.ts';
import { serviceSettingsRoutes } from './service-settings-routes.ts';

type Deps = DepsOf<[typeof serviceSettingsRoutes, typeof openstackTenantsRoutes]>;

export const providersTables = (deps: Deps): TablesOf<'api/providers'> => ({
  'service-settings': serviceSettingsRoutes(deps),
  'openstack-tenants': openstackTenantsRoutes(deps),
});
