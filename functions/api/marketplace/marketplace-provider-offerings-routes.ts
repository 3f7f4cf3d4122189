import { getVisible } from '#shared/app/_core/get-visible';
import { checkTenantOffering, type TenantOfferingCheckDeps } from '#shared/app/marketplace/check-tenant-offering';
import { createOffering } from '#shared/app/marketplace/create-offering';
import { moveOffering, type OfferingMove, updateOffering } from '#shared/app/marketplace/update-offering';
import { readNewOffering, readOfferingChange } from '#shared/contracts/rest/marketplace/offering-body';
import {
  offeringCheckView,
  offeringListing,
  offeringStateView,
  offeringView,
  viewOffering,
  viewOfferingCheck,
} from '#shared/contracts/rest/marketplace/offerings';
import { readResourceOptions } from '#shared/contracts/rest/marketplace/resource-options-body';
import { canSee } from '#shared/domain/organizations/caller';
import { listRoute } from '../_http/lists/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, done, ok } from '../_http/replies.ts';
import type { Route, Routes } from '../_http/router.ts';
import { importRoutes } from './import-routes.ts';
import { siteAgentRoutes } from './offering-site-agent-routes.ts';

type Deps = TenantOfferingCheckDeps & Parameters<typeof importRoutes>[0];

const moveRoute =
  (deps: Deps, move: OfferingMove): Route =>
  async ({ params, caller }) => {
    const { state } = await moveOffering(deps, caller, params.uuid ?? '', move);
    return ok(offeringStateView, { detail: 'Offering state updated.', state });
  };

export const marketplaceProviderOfferingsRoutes = (deps: Deps): Routes => ({
  'GET /': listRoute(deps.store.offerings, offeringListing),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const offering = await getVisible(deps.store.offerings, 'Offering', params.uuid ?? '', ({ customerUuid }) =>
      canSee(caller, { customerUuid }),
    );
    return ok(offeringView, viewOffering(link, offering));
  },
  'POST /': async ({ request, caller, link }) => {
    const offering = await createOffering(deps, caller, readNewOffering(readBody(request)));
    return created(offeringView, viewOffering(link, offering));
  },
  'PATCH /{uuid}/': async ({ request, params, caller, link }) => {
    const offering = await updateOffering(deps, caller, params.uuid ?? '', (current) =>
      readOfferingChange(current, readBody(request)),
    );
    return ok(offeringView, viewOffering(link, offering));
  },
  'POST /{uuid}/update_resource_options/': async ({ request, params, caller }) => {
    await updateOffering(deps, caller, params.uuid ?? '', () => readResourceOptions(readBody(request)));
    return done;
  },
  'GET /{uuid}/check/': async ({ params, caller }) =>
    ok(offeringCheckView, viewOfferingCheck(await checkTenantOffering(deps, caller, params.uuid ?? ''))),
  'POST /{uuid}/activate/': moveRoute(deps, 'activate'),
  'POST /{uuid}/pause/': moveRoute(deps, 'pause'),
  'POST /{uuid}/archive/': moveRoute(deps, 'archive'),
  'POST /{uuid}/draft/': moveRoute(deps, 'draft'),
  ...siteAgentRoutes(deps),
  ...importRoutes(deps),
});
