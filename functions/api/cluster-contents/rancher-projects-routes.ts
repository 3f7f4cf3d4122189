import { getVisible, seenBy } from '#shared/app/_core/get-visible';
import {
  rancherProjectListing,
  rancherProjectView,
  viewRancherProject,
} from '#shared/contracts/rest/cluster-contents/rancher-projects';
import type { Store } from '#shared/ports/store';
import { listRoute } from '../_http/lists/list-route.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'rancherProjects'> };

export const rancherProjectsRoutes = ({ store }: Deps): Routes => ({
  'GET /': listRoute(store.rancherProjects, rancherProjectListing),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const project = await getVisible(store.rancherProjects, 'Project', params.uuid ?? '', seenBy(caller));
    return ok(rancherProjectView, viewRancherProject(link, project));
  },
});
