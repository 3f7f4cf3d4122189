import { clusterApiImagesResource } from '#shared/contracts/rest/cluster-api/cluster-api-images';
import {
  openstackFlavorsResource,
  openstackImagesResource,
  openstackVolumeTypesResource,
} from '#shared/contracts/rest/infrastructure/openstack-cloud-objects';
import {
  openstackInstancesResource,
  openstackNetworksResource,
  openstackSecurityGroupsResource,
  openstackSubnetsResource,
} from '#shared/contracts/rest/infrastructure/openstack-tenant-objects';
import { marketplaceCategoriesResource } from '#shared/contracts/rest/marketplace/marketplace-categories';
import { marketplacePlansResource } from '#shared/contracts/rest/marketplace/marketplace-plans';
import {
  marketplaceOfferingsResource,
  marketplaceProviderOfferingsResource,
  marketplacePublicOfferingsResource,
} from '#shared/contracts/rest/marketplace/offerings';
import type { ResourceTable } from '../_http/router.ts';
import {
  clusterApiImagesRoutes,
  openstackFlavorsRoutes,
  openstackImagesRoutes,
  openstackInstancesRoutes,
  openstackNetworksRoutes,
  openstackSecurityGroupsRoutes,
  openstackSubnetsRoutes,
  openstackVolumeTypesRoutes,
} from '../infrastructure/openstack-objects-routes.ts';
import { marketplaceProviderOfferingsRoutes } from '../marketplace/marketplace-provider-offerings-routes.ts';
import { marketplacePublicOfferingsRoutes } from '../marketplace/marketplace-public-offerings-routes.ts';
import { marketplaceCategoriesRoutes, marketplacePlansRoutes } from '../marketplace/plans-and-categories-routes.ts';

export const OFFERINGS_SEGMENTS = [
  'marketplace-categories',
  'marketplace-provider-offerings',
  'marketplace-public-offerings',
  'marketplace-offerings',
  'marketplace-plans',
  'openstack-flavors',
  'openstack-images',
  'cluster-api-images',
  'openstack-volume-types',
  'openstack-networks',
  'openstack-subnets',
  'openstack-security-groups',
  'openstack-instances',
] as const;

/**
 * Routes for offerings, and routes for the cloud objects that an order can name. `marketplace-offerings` is Waldur's
 * older name of the public offerings.
 */
export const offeringsTable = {
  'marketplace-categories': [marketplaceCategoriesResource, marketplaceCategoriesRoutes],
  'marketplace-provider-offerings': [marketplaceProviderOfferingsResource, marketplaceProviderOfferingsRoutes],
  'marketplace-public-offerings': [marketplacePublicOfferingsResource, marketplacePublicOfferingsRoutes],
  'marketplace-offerings': [marketplaceOfferingsResource, marketplacePublicOfferingsRoutes],
  'marketplace-plans': [marketplacePlansResource, marketplacePlansRoutes],
  'openstack-flavors': [openstackFlavorsResource, openstackFlavorsRoutes],
  'openstack-images': [openstackImagesResource, openstackImagesRoutes],
  'cluster-api-images': [clusterApiImagesResource, clusterApiImagesRoutes],
  'openstack-volume-types': [openstackVolumeTypesResource, openstackVolumeTypesRoutes],
  'openstack-networks': [openstackNetworksResource, openstackNetworksRoutes],
  'openstack-subnets': [openstackSubnetsResource, openstackSubnetsRoutes],
  'openstack-security-groups': [openstackSecurityGroupsResource, openstackSecurityGroupsRoutes],
  'openstack-instances': [openstackInstancesResource, openstackInstancesRoutes],
} satisfies ResourceTable<(typeof OFFERINGS_SEGMENTS)[number]>;
