import { getVisible, seenBy } from '#shared/app/_core/get-visible';
import { updateSecurityGroup } from '#shared/app/infrastructure/update-security-group';
import {
  parseRules,
  securityGroupListing,
  securityGroupView,
  viewSecurityGroup,
} from '#shared/contracts/rest/infrastructure/rancher-cluster-security-groups';
import { listRoute } from '../_http/lists/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

type Deps = Parameters<typeof updateSecurityGroup>[0];

const changeRoute =
  (deps: Deps, isPartial: boolean) =>
  async ({ request, params, caller, link }: Call) => {
    const newUuid = () => deps.ids.uuid();
    const group = await updateSecurityGroup(deps, caller, {
      uuidText: params.uuid ?? '',
      rulesOf: (existing) => parseRules(readBody(request), existing, { isPartial, newUuid }),
    });
    return ok(securityGroupView, viewSecurityGroup(link, group));
  };

export const rancherClusterSecurityGroupsRoutes = (deps: Deps): Routes => ({
  'GET /': listRoute(deps.store.clusterSecurityGroups, securityGroupListing),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const group = await getVisible(
      deps.store.clusterSecurityGroups,
      'ClusterSecurityGroup',
      params.uuid ?? '',
      seenBy(caller),
    );
    return ok(securityGroupView, viewSecurityGroup(link, group));
  },
  'PUT /{uuid}/': changeRoute(deps, false),
  'PATCH /{uuid}/': changeRoute(deps, true),
});
