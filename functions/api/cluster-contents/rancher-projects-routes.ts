import { getVisible, seenBy } from '#shared/app/_core/get-visible';
import type { ContentDeps } from '#shared/app/cluster-contents/open-content';
import {
  createRancherProject,
  deleteRancherProject,
  updateRancherProject,
} from '#shared/app/cluster-contents/write-rancher-projects';
import {
  parseNewRancherProject,
  parseRancherProjectChange,
  rancherProjectListing,
  rancherProjectView,
  viewRancherProject,
} from '#shared/contracts/rest/cluster-contents/rancher-projects';
import { listRoute } from '../_http/lists/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';
import { projectSecretsRoutes } from './project-secrets-routes.ts';

export function rancherProjectsRoutes(deps: ContentDeps): Routes {
  const { rancherProjects } = deps.store;
  const change = async ({ request, params, caller, link }: Call) => {
    const parseChange = () => parseRancherProjectChange(readBody(request));
    const project = await updateRancherProject(deps, caller, { uuidText: params.uuid ?? '', parseChange });
    return ok(rancherProjectView, viewRancherProject(link, project));
  };
  return {
    'GET /': listRoute(rancherProjects, rancherProjectListing),
    'GET /{uuid}/': async ({ params, caller, link }) => {
      const project = await getVisible(rancherProjects, 'Project', params.uuid ?? '', seenBy(caller));
      return ok(rancherProjectView, viewRancherProject(link, project));
    },
    'POST /': async ({ request, caller, link }) => {
      const project = await createRancherProject(deps, caller, parseNewRancherProject(readBody(request)));
      return created(rancherProjectView, viewRancherProject(link, project));
    },
    'PUT /{uuid}/': change,
    'PATCH /{uuid}/': change,
    'DELETE /{uuid}/': async ({ params, caller }) => {
      await deleteRancherProject(deps, caller, params.uuid ?? '');
      return noContent;
    },
    ...projectSecretsRoutes(deps),
  };
}
