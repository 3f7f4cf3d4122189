import { getVisible } from '#shared/app/_core/get-visible';
import {
  accountListing,
  attributeConfigView,
  viewAttributeConfig,
} from '#shared/contracts/rest/marketplace/site-agent-orders/site-agent-offering';
import { isSiteAgentOffering, type Offering, type SiteAgentOffering } from '#shared/domain/marketplace/offering';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import type { Store } from '#shared/ports/store';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/page-of.ts';
import { ok } from '../_http/replies.ts';
import type { Call, Route, Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'offerings'> };

const soldBy =
  (caller: Caller) =>
  (offering: Offering): offering is SiteAgentOffering =>
    isSiteAgentOffering(offering) && canSee(caller, { customerUuid: offering.customerUuid });

/** Routes that a site agent calls about its offering. */
export const siteAgentRoutes = ({ store }: Deps): Routes => {
  const find = ({ params, caller }: Call) => getVisible(store.offerings, 'Offering', params.uuid ?? '', soldBy(caller));
  /** There are no accounts of this kind. */
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
