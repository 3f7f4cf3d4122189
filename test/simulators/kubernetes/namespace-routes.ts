import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { matchesSelector } from '../_kit/label-selector.ts';
import { authorize } from './authorize.ts';
import { type KubernetesContext, newNamespace } from './kubernetes-context.ts';
import { alreadyExists, notFound } from './kubernetes-error.ts';
import type { Namespace } from './kubernetes-objects.ts';
import { checkLabels, givenMeta, nameFor } from './object-meta.ts';

const body = z.object({ metadata: givenMeta.default({}) });
const query = z.object({ labelSelector: z.string().optional() });

/** Core `namespaces`. Deleting one takes its secrets along, at once: nothing here has finalizers. */
export function namespaceRoutes(app: FastifyInstance, context: KubernetesContext): void {
  const { namespaces, secrets } = context;
  const get = (request: FastifyRequest, verb: string): Namespace => {
    const { name } = z.object({ name: z.string() }).parse(request.params);
    authorize(context, request, { verb, resource: 'namespaces', name });
    const found = namespaces.get(name);
    if (!found) throw notFound('namespaces', name);
    return found;
  };
  const path = '/api/v1/namespaces';

  app.get(path, async (request) => {
    authorize(context, request, { verb: 'list', resource: 'namespaces' });
    const { labelSelector } = query.parse(request.query);
    const items = [...namespaces.values()].filter(({ metadata }) =>
      matchesSelector(metadata.labels ?? {}, labelSelector),
    );
    const metadata = { resourceVersion: String(context.revision) };
    return { kind: 'NamespaceList', apiVersion: 'v1', metadata, items };
  });
  app.post(path, async (request, reply) => {
    authorize(context, request, { verb: 'create', resource: 'namespaces' });
    const { metadata } = body.parse(request.body);
    const name = nameFor('Namespace', metadata);
    const labels = metadata.labels ?? {};
    checkLabels('Namespace', name, labels);
    if (namespaces.has(name)) throw alreadyExists('namespaces', name);
    const annotations = metadata.annotations ?? {};
    const namespace = newNamespace(context, { name, labels, annotations });
    namespaces.set(name, namespace);
    return reply.code(201).send(view(namespace));
  });
  app.get(`${path}/:name`, async (request) => view(get(request, 'get')));
  app.delete(`${path}/:name`, async (request) => {
    const namespace = get(request, 'delete');
    namespaces.delete(namespace.metadata.name);
    for (const key of [...secrets.keys()]) if (key.startsWith(`${namespace.metadata.name}/`)) secrets.delete(key);
    return view({ ...namespace, status: { phase: 'Terminating' } });
  });
}

const view = (namespace: Namespace) => ({ kind: 'Namespace', apiVersion: 'v1', ...namespace });
