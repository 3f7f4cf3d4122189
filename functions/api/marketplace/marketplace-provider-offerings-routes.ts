import { getVisible } from '#shared/app/_core/get-visible';
import { type ImportDeps, importCluster } from '#shared/app/clusters/import-cluster';
import { listImportable } from '#shared/app/clusters/list-importable';
import { checkTenantOffering, type TenantOfferingCheckDeps } from '#shared/app/marketplace/check-tenant-offering';
import { createOffering } from '#shared/app/marketplace/create-offering';
import { moveOffering, type OfferingMove, updateOffering } from '#shared/app/marketplace/update-offering';
import { importableListing, parseImport } from '#shared/contracts/rest/marketplace/cluster-import';
import { resourceView, viewResource } from '#shared/contracts/rest/marketplace/marketplace-resources';
import { parseNewOffering, parseOfferingChange } from '#shared/contracts/rest/marketplace/offering-body';
import { offeringCheckView, viewOfferingCheck } from '#shared/contracts/rest/marketplace/offering-check';
import {
  offeringListing,
  offeringStateView,
  offeringView,
  viewOffering,
} from '#shared/contracts/rest/marketplace/offerings';
import { parseResourceOptions } from '#shared/contracts/rest/marketplace/resource-options-body';
import {
  accountListing,
  attributeConfigView,
  viewAttributeConfig,
} from '#shared/contracts/rest/marketplace/site-agent-orders/site-agent-offering';
import { isSiteAgentOffering, type Offering, type SiteAgentOffering } from '#shared/domain/marketplace/offering';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import type { Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, done, ok } from '../_http/replies.ts';
import type { Call, Route, Routes } from '../_http/router.ts';

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
    const offering = await createOffering(deps, caller, parseNewOffering(readBody(request)));
    return created(offeringView, viewOffering(link, offering));
  },
  'PATCH /{uuid}/': async ({ request, params, caller, link }) => {
    const offering = await updateOffering(deps, caller, params.uuid ?? '', (current) =>
      parseOfferingChange(current, readBody(request)),
    );
    return ok(offeringView, viewOffering(link, offering));
  },
  'POST /{uuid}/update_resource_options/': async ({ request, params, caller }) => {
    await updateOffering(deps, caller, params.uuid ?? '', () => parseResourceOptions(readBody(request)));
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

/** Routes that import clusters which the provider's Rancher already has. */
const importRoutes = (deps: ImportDeps): Routes => ({
  'GET /{uuid}/importable_resources/': async (call) => {
    const clusters = await listImportable(deps, call.caller, call.params.uuid ?? '');
    const { matches = () => true } = readFilters(call, importableListing.filters);
    return listReply(call, pageOf(clusters.filter(matches)), importableListing);
  },
  'POST /{uuid}/import_resource/': async ({ request, params, caller, link }) => {
    const resource = await importCluster(deps, caller, {
      uuidText: params.uuid ?? '',
      parseRequest: () => parseImport(readBody(request)),
    });
    return created(resourceView, viewResource(link, resource));
  },
});

type AgentDeps = { store: Pick<Store, 'offerings'> };

const soldBy =
  (caller: Caller) =>
  (offering: Offering): offering is SiteAgentOffering =>
    isSiteAgentOffering(offering) && canSee(caller, { customerUuid: offering.customerUuid });

/** Routes that a site agent calls about its offering. */
const siteAgentRoutes = ({ store }: AgentDeps): Routes => {
  const find = ({ params, caller }: Call) => getVisible(store.offerings, 'Offering', params.uuid ?? '', soldBy(caller));
  /** Answers with an empty list, because Paddock has no service accounts and no course accounts. */
  const none: Route = async (call) => {
    await find(call);
    return listReply(call, pageOf<Offering>([]), accountListing);
  };
  return {
    'GET /{uuid}/user-attribute-config/': async (call) =>
      ok(attributeConfigView, viewAttributeConfig(await find(call))),
    'GET /{uuid}/list_project_service_accounts/': none,
    'GET /{uuid}/list_course_accounts/': none,
  };
};
