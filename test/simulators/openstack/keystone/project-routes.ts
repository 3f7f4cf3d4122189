import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { newHexId } from '../ids.ts';
import { keystoneRefusal } from '../refusal.ts';
import { authUrl, keystoneCaller } from './caller.ts';
import { keystoneList } from './listing.ts';
import { allow, found, requireAdmin, requireDomain, requireFreeName } from './policy.ts';
import { rolesOn } from './roles.ts';
import type { Project } from './rows.ts';
import { notSimulated } from './unplayed-paths.ts';

interface ById {
  Params: { id: string };
}

const fields = {
  name: z.string().regex(/\S/).max(64),
  description: z.string().nullish(),
  enabled: z.boolean().optional(),
  tags: z
    .array(
      z
        .string()
        .min(1)
        .max(255)
        .regex(/^[^,/]*$/),
    )
    .refine((tags) => new Set(tags).size === tags.length)
    .optional(),
  options: z.strictObject({ immutable: z.boolean().nullish() }).optional(),
};
const creation = z.object({
  project: z.object({
    ...fields,
    domain_id: z.string().nullish(),
    parent_id: z.string().nullish(),
    is_domain: z.boolean().optional(),
  }),
});
const change = z.object({ project: z.object(fields).partial() });

export const projectView = (project: Project, request: FastifyRequest) => ({
  ...project,
  links: { self: `${authUrl(request)}/projects/${project.id}` },
});

/** `/v3/projects`. Admins, and users with a role on a project, can see the project. */
export function addProjectRoutes(app: FastifyInstance, cloud: Cloud): void {
  const projects = () => cloud.keystone.projects;

  app.get('/v3/projects', async (request) => {
    const caller = keystoneCaller(cloud, request);
    requireDomain(caller, undefined, 'list_projects');
    // With a domain's token, Keystone lists only that domain's projects, even for an administrator.
    const seen = [...projects().values()].filter(
      ({ domain_id }) => caller.domainId === '' || domain_id === caller.domainId,
    );
    const views = seen.map((project) => projectView(project, request));
    return keystoneList('projects', views, Object(request.query), `${authUrl(request)}/projects`);
  });

  app.post('/v3/projects', async (request, reply) => {
    const caller = keystoneCaller(cloud, request);
    const given = creation.parse(request.body).project;
    requireDomain(caller, given.domain_id ?? '', 'create_project');
    requirePlace(cloud, given);
    const project = newProject({ ...given, domain_id: given.domain_id ?? (caller.domainId || 'default') });
    requireFreeName(projects().values(), project, 'project');
    projects().set(project.id, project);
    return reply.code(201).send({ project: projectView(project, request) });
  });

  app.get<ById>('/v3/projects/:id', async (request) => {
    const caller = keystoneCaller(cloud, request);
    const { id } = request.params;
    const project = projects().get(id);
    // Policy is checked first, so a caller who may not look does not learn whether the project exists.
    allow(caller.admin || rolesOn(cloud, caller.userId, id).length > 0, 'get_project');
    return { project: projectView(found(project, 'project', id), request) };
  });

  app.patch<ById>('/v3/projects/:id', async (request) => {
    requireAdmin(keystoneCaller(cloud, request), 'update_project');
    const project = found(projects().get(request.params.id), 'project', request.params.id);
    const { project: changes } = change.parse(request.body);
    requireFreeName(projects().values(), { ...project, ...changes, name: changes.name ?? project.name }, 'project');
    const { description = project.description, ...rest } = changes;
    Object.assign(project, rest, { description: description ?? '' });
    return { project: projectView(project, request) };
  });

  app.delete<ById>('/v3/projects/:id', async (request, reply) => {
    const { id } = request.params;
    const project = projects().get(id);
    requireDomain(keystoneCaller(cloud, request), project?.domain_id ?? '', 'delete_project');
    found(project, 'project', id);
    deleteProject(cloud, id);
    return reply.code(204).send();
  });
}

/** @throws Refusal 400 for an unknown domain or parent, 501 for projects that are domains */
function requirePlace(
  { keystone }: Cloud,
  { domain_id, parent_id, is_domain }: z.infer<typeof creation>['project'],
): void {
  if (is_domain) throw notSimulated('projects that act as domains');
  if (domain_id && !keystone.domains.has(domain_id)) throw keystoneRefusal(400, `Could not find domain: ${domain_id}.`);
  if (!parent_id || keystone.projects.has(parent_id) || keystone.domains.has(parent_id)) return;
  throw keystoneRefusal(400, `Could not find project: ${parent_id}.`);
}

function newProject(given: z.infer<typeof creation>['project']): Project {
  const domain = given.domain_id ?? 'default';
  return {
    ...{ id: newHexId(), name: given.name, domain_id: domain, parent_id: given.parent_id ?? domain, is_domain: false },
    ...{ description: given.description ?? '', enabled: given.enabled ?? true },
    ...{ tags: given.tags ?? [], options: given.options ?? {} },
  };
}

/**
 * The project's resources in other services stay, since Keystone informs no other service. The project's application
 * credentials stay, too, but nobody can log in with them (measured).
 */
function deleteProject({ keystone }: Cloud, projectId: string): void {
  keystone.projects.delete(projectId);
  keystone.assignments = keystone.assignments.filter(({ targetId }) => targetId !== projectId);
}
