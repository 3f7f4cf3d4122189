import { getVisible } from '#shared/app/_core/get-visible';
import { type DeletePlaceDeps, deleteProject } from '#shared/app/organizations/delete-place';
import type { RevokeGrantDeps } from '#shared/app/organizations/manage-grant';
import { createProject, updateProject } from '#shared/app/organizations/manage-project';
import { projectStats } from '#shared/app/organizations/project-stats';
import type { RenameDeps } from '#shared/app/organizations/propagate-name';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  newProjectBody,
  projectChangeBody,
  projectListing,
  projectPutBody,
  projectStatsView,
  projectView,
  viewProject,
  viewProjectStats,
} from '#shared/contracts/rest/organizations/projects';
import { canSee, placeOf } from '#shared/domain/organizations/caller';
import type { Project } from '#shared/domain/organizations/project';
import type { Store } from '#shared/ports/store';
import { listRoute } from '../_http/lists/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent, ok } from '../_http/replies.ts';
import type { Call, Route, Routes } from '../_http/router.ts';
import { memberRoutes } from './member-routes.ts';

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
