import { getVisible, seenBy } from '#shared/app/_core/get-visible';
import {
  keycloakGroupListing,
  keycloakGroupView,
  viewKeycloakGroup,
} from '#shared/contracts/rest/cluster-access/keycloak-groups';
import type { Store } from '#shared/ports/store';
import { listRoute } from '../_http/lists/list-route.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'keycloakGroups'> };

export const keycloakGroupsRoutes = ({ store }: Deps): Routes => ({
  'GET /': listRoute(store.keycloakGroups, keycloakGroupListing),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const group = await getVisible(store.keycloakGroups, 'KeycloakGroup', params.uuid ?? '', seenBy(caller));
    return ok(keycloakGroupView, viewKeycloakGroup(link, group));
  },
});
