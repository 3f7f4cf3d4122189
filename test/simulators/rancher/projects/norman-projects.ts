import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { unusedId } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { missing, notFound, RancherError } from '../_core/rancher-errors.ts';
import type { RancherProject } from '../_core/rancher-objects.ts';
import { hasNamespace } from '../_core/rancher-store.ts';
import { callerOf } from '../identity/caller.ts';
import { normanCollection } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { projectControllers } from './project-controllers.ts';
import { checkQuotas, quotaIn } from './project-quota.ts';
import { projectView } from './project-view.ts';

const text = z.record(z.string(), z.string());
const body = z.object({
  ...{ clusterId: z.string().optional(), name: z.string().optional(), description: z.string().nullish() },
  ...{ labels: text.optional(), annotations: text.optional() },
  ...{ resourceQuota: quotaIn, namespaceDefaultResourceQuota: quotaIn },
});
const SYSTEM = 'System';

/** `/v3/projects`: the projects Default and System of every cluster, and the projects that users create. */
export function normanProjects(app: FastifyInstance, context: RancherContext): void {
  const { store, clock } = context;
  const controllers = projectControllers(context);
  const view = (request: FastifyRequest) => (project: RancherProject) =>
    projectView(context, project, baseUrlOf(request));
  const get = (request: FastifyRequest): RancherProject => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    if (!id.includes(':')) throw notFound('failed to find resource by id');
    const found = store.projects.get(id);
    if (!found) throw notFound(`projects.management.cattle.io "${id.split(':').at(-1)}" not found`);
    return found;
  };

  app.get('/projects', async (request) =>
    normanCollection(request, { resourceType: 'project' }, [...store.projects.values()].map(view(request))),
  );
  app.get('/clusters/:id/projects', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const inside = [...store.projects.values()].filter(({ clusterId }) => clusterId === id);
    return normanCollection(request, { resourceType: 'project' }, inside.map(view(request)));
  });
  app.post('/projects', async (request, reply) => {
    const { clusterId, name, ...given } = body.parse(request.body ?? {});
    if (!name) throw missing('name');
    if (!clusterId) throw missing('clusterId');
    checkQuotas(given, {});
    if (!hasNamespace(store, clusterId)) throw notFound(`namespaces "${clusterId}" not found`);
    const project: RancherProject = {
      ...{ ...given, clusterId, name, description: given.description ?? '' },
      labels: { ...given.labels, 'cattle.io/creator': 'norman' },
      ...{ id: unusedId(`${clusterId}:p-`, store.projects), creatorId: callerOf(request).userId },
      ...{ createdAt: new Date(clock.now()).toISOString(), uid: randomUUID() },
    };
    store.projects.set(project.id, project);
    controllers.made(project);
    return reply.code(201).send(view(request)(project));
  });
  app.get('/projects/:id', async (request) => view(request)(get(request)));
  app.put('/projects/:id', async (request) => {
    const project = get(request);
    change(project, request.body);
    return view(request)(project);
  });
  app.delete('/projects/:id', async (request) => {
    const project = get(request);
    if (project.name === SYSTEM && project.labels?.['cattle.io/creator'] === undefined) {
      throw new RancherError(405, 'MethodNotAllow', 'System Project cannot be deleted');
    }
    controllers.removed(project);
    return view(request)(project);
  });
}

/** Applies the given fields. Fields that are absent stay unchanged, and null removes a value. */
function change(project: RancherProject, given: unknown): void {
  const { clusterId, description, ...changes } = body.parse(given ?? {});
  checkQuotas(changes, project.usedLimit ?? {});
  if (clusterId !== undefined && clusterId !== project.clusterId) {
    const webhook = 'admission webhook "rancher.cattle.io.projects.management.cattle.io" denied the request';
    const problem = `project.spec.clusterName: Invalid value: "${clusterId}": field is immutable`;
    throw new RancherError(400, 'BadRequest', `${webhook}: ${problem}`);
  }
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  Object.assign(project, Object.fromEntries(named), description !== undefined && { description: description ?? '' });
}
