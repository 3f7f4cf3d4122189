import { getVisible, seenBy } from '#shared/app/_core/get-visible';
import { createMembership } from '#shared/app/cluster-access/create-membership';
import { revokeMembership } from '#shared/app/cluster-access/revoke-membership';
import type { RecordDeps } from '#shared/app/planning/order-deps';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  keycloakGroupListing,
  keycloakGroupView,
  viewKeycloakGroup,
} from '#shared/contracts/rest/cluster-access/keycloak-groups';
import {
  membershipListing,
  membershipView,
  newMembershipBody,
  viewMembership,
} from '#shared/contracts/rest/cluster-access/keycloak-user-group-memberships';
import type { Store } from '#shared/ports/store';
import { listRoute } from '../_http/lists/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent, ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

export const keycloakUserGroupMembershipsRoutes = (deps: RecordDeps): Routes => ({
  'GET /': listRoute(deps.store.keycloakMemberships, membershipListing),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const membership = await getVisible(
      deps.store.keycloakMemberships,
      'KeycloakUserGroupMembership',
      params.uuid ?? '',
      seenBy(caller),
    );
    return ok(membershipView, viewMembership(link, membership));
  },
  'POST /': async ({ request, caller, link }) => {
    const wanted = parseBody(newMembershipBody, readBody(request));
    const membership = await createMembership(deps, caller, wanted, request.correlationId);
    return created(membershipView, viewMembership(link, membership));
  },
  'DELETE /{uuid}/': async ({ request, params, caller }) => {
    await revokeMembership(deps, caller, { uuidText: params.uuid ?? '', correlationId: request.correlationId });
    return noContent;
  },
});

type Deps = { store: Pick<Store, 'keycloakGroups'> };

export const keycloakGroupsRoutes = ({ store }: Deps): Routes => ({
  'GET /': listRoute(store.keycloakGroups, keycloakGroupListing),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const group = await getVisible(store.keycloakGroups, 'KeycloakGroup', params.uuid ?? '', seenBy(caller));
    return ok(keycloakGroupView, viewKeycloakGroup(link, group));
  },
});
