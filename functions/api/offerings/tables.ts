import type { DepsOf, TablesOf } from '../_http/router.ts';
import { marketplacePlansRoutes } from '../marketplace-plans/routes.ts';
import { marketplaceProviderOfferingsRoutes } from '../marketplace-provider-offerings/routes.ts';
import { marketplacePublicOfferingsRoutes } from '../marketplace-public-offerings/routes.ts';

type Deps = DepsOf<
  [typeof marketplaceProviderOfferingsRoutes, typeof marketplacePublicOfferingsRoutes, typeof marketplacePlansRoutes]
>;

export const offeringsTables = (deps: Deps): TablesOf<'api/offerings'> => ({
  'marketplace-provider-offerings': marketplaceProviderOfferingsRoutes(deps),
  'marketplace-public-offerings': marketplacePublicOfferingsRoutes(deps),
  'marketplace-offerings': marketplacePublicOfferingsRoutes(deps),
  'marketplace-plans': marketplacePlansRoutes(deps),
});
