import type { DepsOf, TablesOf } from '../_http/router.ts';
import { marketplaceCategoriesRoutes } from '../marketplace-categories/routes.ts';
import { marketplacePlansRoutes } from '../marketplace-plans/routes.ts';
import { marketplaceProviderOfferingsRoutes } from '../marketplace-provider-offerings/routes.ts';
import { marketplacePublicOfferingsRoutes } from '../marketplace-public-offerings/routes.ts';
import * as openstack from '../openstack-things/routes.ts';

type Deps = DepsOf<
  [
    typeof marketplaceProviderOfferingsRoutes,
    typeof marketplacePublicOfferingsRoutes,
    typeof marketplacePlansRoutes,
    typeof openstack.openstackInstancesRoutes,
  ]
>;

export const offeringsTables = (deps: Deps): TablesOf<'api/offerings'> => ({
  'marketplace-categories': marketplaceCategoriesRoutes(),
  'marketplace-provider-offerings': marketplaceProviderOfferingsRoutes(deps),
  'marketplace-public-offerings': marketplacePublicOfferingsRoutes(deps),
  'marketplace-offerings': marketplacePublicOfferingsRoutes(deps),
  'marketplace-plans': marketplacePlansRoutes(deps),
  'openstack-flavors': openstack.openstackFlavorsRoutes(deps),
  'openstack-images': openstack.openstackImagesRoutes(deps),
  'openstack-volume-types': openstack.openstackVolumeTypesRoutes(deps),
  'openstack-networks': openstack.openstackNetworksRoutes(deps),
  'openstack-subnets': openstack.openstackSubnetsRoutes(deps),
  'openstack-security-groups': openstack.openstackSecurityGroupsRoutes(deps),
  'openstack-instances': openstack.openstackInstancesRoutes(deps),
});
