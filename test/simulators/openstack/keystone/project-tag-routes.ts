import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { keystoneRefusal } from '../refusal.ts';
import { authUrl, keystoneCaller } from './caller.ts';
import { allow, found, requireAdmin } from './policy.ts';
import { rolesOn } from './roles.ts';
import type { Project } from './rows.ts';

interface Tagged {
  Params: { id: string; tag: string };
}

const tag = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^,/]*$/);
const tagList = z.object({ tags: z.array(tag).refine((tags) => new Set(tags).size === tags.length) });

export function addProjectTagRoutes(app: FastifyInstance, cloud: Cloud): void {
  const path = '/v3/projects/:id/tags';
  const seen = (request: FastifyRequest<Tagged>): Project => {
    const caller = keystoneCaller(cloud, request);
    const { id } = request.params;
    allow(caller.admin || rolesOn(cloud, caller.userId, id).length > 0, 'list_project_tags');
    return found(cloud.keystone.projects.get(id), 'project', id);
  };
  const managed = (request: FastifyRequest<Tagged>): Project => {
    requireAdmin(keystoneCaller(cloud, request), 'update_project_tags');
    return found(cloud.keystone.projects.get(request.params.id), 'project', request.params.id);
  };
  const view = (request: FastifyRequest<Tagged>, { id, tags }: Project) => ({
    ...{ tags, links: { next: null, self: `${authUrl(request)}/projects/${id}/tags`, previous: null } },
  });
  app.get<Tagged>(path, async (request) => view(request, seen(request)));
  app.put<Tagged>(path, async (request) => {
    const project = managed(request);
    project.tags = tagList.parse(request.body).tags;
    return view(request, project);
  });
  app.delete<Tagged>(path, async (request, reply) => {
    managed(request).tags = [];
    return reply.code(204).send();
  });
  app.get<Tagged>(`${path}/:tag`, async (request, reply) => {
    requireTag(seen(request), request.params.tag);
    return reply.code(204).send();
  });
  app.put<Tagged>(`${path}/:tag`, async (request, reply) => {
    const project = managed(request);
    project.tags = [...new Set([...project.tags, tag.parse(request.params.tag)])];
    return reply.code(201).send();
  });
  app.delete<Tagged>(`${path}/:tag`, async (request, reply) => {
    const project = managed(request);
    requireTag(project, request.params.tag);
    project.tags = project.tags.filter((one) => one !== request.params.tag);
    return reply.code(204).send();
  });
}

function requireTag({ tags }: Project, wanted: string): void {
  if (!tags.includes(wanted)) throw keystoneRefusal(404, `Could not find project tag: ${wanted}.`);
}
