import { createProject } from '#shared/app/create-project';
import { type DeletePlaceDeps, deleteProject } from '#shared/app/delete-place';
import { getVisible } from '#shared/app/get-visible';
import { projectStats } from '#shared/app/project-stats';
import type { RenameDeps } from '#shared/app/rename-within';
import type { RevokeGrantDeps } from '#shared/app/revoke-grant';
import { updateProject } from '#shared/app/update-project';
import { parseBody } from '#shared/contracts/rest/parse-body';
import { projectStatsView, viewProjectStats } from '#shared/contracts/rest/project-stats';
import {
  newProjectBody,
  projectChangeBody,
  projectListing,
  projectPutBody,
  projectView,
  viewProject,
} from '#shared/contracts/rest/projects';
import { canSee, placeOf } from '#shared/domain/caller';
import type { Project } from '#shared/domain/project';
import type { Store } from '#shared/ports/store';
import { listRoute } from '../_http/list-route.ts';
import { memberRoutes } from '../_http/member-routes.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent, ok } from '../_http/replies.ts';
import type { Call, Route, Routes } from '../_http/router.ts';

type Deps = RevokeGrantDeps &
  RenameDeps &
  DeletePlaceDeps & {
    store: Pick<Store, 'customers' | 'projects' | 'clusters' | 'counters'>;
  };

const visibleProject = ({ store }: Deps, { params, caller }: Call): Promise<Project> =>
  getVisible(store.projects, 'Project', params.uuid ?? '', (project) => canSee(caller, placeOf(project)));

function changing(deps: Deps): Routes {
  const change =
    (body: typeof projectChangeBody | typeof projectPutBody): Route =>
    async (call) => {
      const read = () => visibleProject(deps, call);
      const project = await updateProject(deps, call.caller, read, () => parseBody(body, readBody(call.request)));
      return ok(projectView, viewProject(call.link, project));
    };
  return {
    'PATCH /{uuid}/': change(projectChangeBody),
    'PUT /{uuid}/': change(projectPutBody),
    'DELETE /{uuid}/': async (call) => {
      await deleteProject(deps, call.caller, () => visibleProject(deps, call));
      return noContent;
    },
  };
}

export const projectsRoutes = (deps: Deps): Routes => ({
  'GET /': listRoute(deps.store.projects, projectListing),
  'GET /{uuid}/': async (call) => ok(projectView, viewProject(call.link, await visibleProject(deps, call))),
  'GET /{uuid}/stats/': async (call) => {
    const project = await visibleProject(deps, call);
    return ok(projectStatsView, viewProjectStats(await projectStats(deps, project)));
  },
  'POST /': async ({ request, caller, link }) => {
    const project = await createProject(deps, caller, parseBody(newProjectBody, readBody(request)));
    return created(projectView, viewProject(link, project));
  },
  ...changing(deps),
  ...memberRoutes(deps, async (call) => {
    const { uuid, customerUuid } = await visibleProject(deps, call);
    return { type: 'project', uuid, customerUuid };
  }),
});
