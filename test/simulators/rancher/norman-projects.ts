import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { randomName } from '../_kit/random-name.ts';
import { projectGone, projectMade } from './contents.ts';
import { normanCollection, normanObject } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import { notFound, RancherError } from './rancher-errors.ts';
import type { RancherProject } from './rancher-objects.ts';
import { baseUrlOf } from './steve-collection.ts';

const quota = z.object({ limit: z.record(z.string(), z.string()) }).nullish();
const newProject = z.object({
  clusterId: z.string().default(''),
  name: z.string().default(''),
  description: z.string().default(''),
  resourceQuota: quota,
  namespaceDefaultResourceQuota: quota,
});

/** `/v3/projects`: Default and System of every active cluster, and those that people make. */
export function normanProjects(app: FastifyInstance, { store, contents, clock }: RancherContext): void {
  const get = (request: FastifyRequest): RancherProject => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = store.projects.get(id);
    if (!found) throw notFound(`projects.management.cattle.io "${id}" not found`);
    return found;
  };

  app.get('/projects', async (request) =>
    normanCollection(
      request,
      { resourceType: 'project', filters: ['id', 'clusterId', 'name'] },
      [...store.projects.values()].map((project) => projectView(project, baseUrlOf(request))),
    ),
  );
  app.post('/projects', async (request, reply) => {
    const given = newProject.parse(request.body ?? {});
    const { clusterId, name, resourceQuota, namespaceDefaultResourceQuota } = given;
    if (name === '') throw new RancherError(422, 'MissingRequired', 'name');
    if (!store.clusters.has(clusterId)) throw new RancherError(422, 'InvalidReference', 'clusterId');
    // One of them without the other is refused (rancher-api-facts 11).
    if (!resourceQuota !== !namespaceDefaultResourceQuota) {
      throw new RancherError(422, 'MissingRequired', 'namespaceDefaultResourceQuota');
    }
    const id = `${clusterId}:p-${randomName(5)}`;
    const createdAt = new Date(clock.now()).toISOString();
    const project = { ...given, id, createdAt, uid: randomUUID() };
    store.projects.set(id, project);
    projectMade(contents, project);
    return reply.code(201).send(projectView(project, baseUrlOf(request)));
  });
  // Bindings vanish with their project.
  app.delete('/projects/:id', async (request) => {
    const project = get(request);
    store.projects.delete(project.id);
    projectGone(contents, project);
    for (const [id, { placeId }] of store.roleBindings) if (placeId === project.id) store.roleBindings.delete(id);
    return projectView(project, baseUrlOf(request));
  });
}

const projectView = ({ uid, createdAt, ...project }: RancherProject, baseUrl: string) =>
  normanObject(baseUrl, { type: 'project', collection: 'projects', ...project, uuid: uid, created: createdAt });
