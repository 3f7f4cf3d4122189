import type { DepsOf, TablesOf } from '../_http/router.ts';
import * as openstack from '../infrastructure/openstack-objects-routes.ts';
import { marketplaceProviderOfferingsRoutes } from '../marketplace/marketplace-provider-offerings-routes.ts';
import { marketplacePublicOfferingsRoutes } from '../marketplace/marketplace-public-offerings-routes.ts';
import { marketplaceCategoriesRoutes, marketplacePlansRoutes } from '../marketplace/plans-and-categories-routes.ts';

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
