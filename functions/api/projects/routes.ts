import { createProject } from '#shared/app/create-project';
import { getVisible } from '#shared/app/get-visible';
import { projectStats } from '#shared/app/project-stats';
import type { RevokeGrantDeps } from '#shared/app/revoke-grant';
import { parseBody } from '#shared/contracts/rest/parse-body';
import { projectStatsView, viewProjectStats } from '#shared/contracts/rest/project-stats';
import { newProjectBody, projectListing, projectView, viewProject } from '#shared/contracts/rest/projects';
import { canSee, placeOf } from '#shared/domain/caller';
import type { Project } from '#shared/domain/project';
import type { Store } from '#shared/ports/store';
import { listRoute } from '../_http/list-route.ts';
import { memberRoutes } from '../_http/member-routes.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

type Deps = RevokeGrantDeps & {
  store: Pick<Store, 'customers' | 'projects' | 'clusters' | 'counters'>;
};

const visibleProject = ({ store }: Deps, { params, caller }: Call): Promise<Project> =>
  getVisible(store.projects, 'Project', params.uuid ?? '', (project) => canSee(caller, placeOf(project)));

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
  ...memberRoutes(deps, async (call) => {
    const { uuid, customerUuid } = await visibleProject(deps, call);
    return { type: 'project', uuid, customerUuid };
  }),
});
