import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isRecord, type KubernetesObject } from '#test/simulators/kubernetes/objects/kubernetes-objects';
import { objectView } from '#test/simulators/kubernetes/objects/managed-fields';
import { type Place, placeOf } from '#test/simulators/kubernetes/objects/object-place';
import { objectStore } from '#test/simulators/kubernetes/objects/object-store';
import type { ApiResource } from '../../kubernetes/api-resource.ts';
import { checkAccess } from '../../kubernetes/authorize.ts';
import type { KubernetesContext } from '../../kubernetes/kubernetes-context.ts';
import { KubernetesError, statusOf } from '../../kubernetes/kubernetes-error.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { RancherError, sendSteveError } from '../_core/rancher-errors.ts';
import { objectsBehind } from '../behind/objects-behind.ts';
import { isReal } from '../behind/played-kinds.ts';
import { catalogRoutes } from '../catalogs/catalog-routes.ts';
import { baseUrlOf, steveCollection } from '../steve/steve-collection.ts';
import { steveType } from './cluster-resources.ts';
import { PROJECT, resourceOf, typeOfCollection } from './content-types.ts';
import { contentView, countsView, readView } from './content-view.ts';
import { type SteveWrites, steveWrites } from './steve-writes.ts';

const params = z.object({
  id: z.string(),
  collection: z.string(),
  first: z.string().optional(),
  second: z.string().optional(),
});
type ContextOf = (request: FastifyRequest) => KubernetesContext;
/** Fields that only steve adds to an object. Clients send them back. */
const OF_STEVE = ['id', '_id', 'type', 'links', 'actions'];
const versioned = z.looseObject({ metadata: z.looseObject({ resourceVersion: z.string().optional() }).default({}) });
const named = z.looseObject({ metadata: z.looseObject({ namespace: z.string().optional() }).default({}) });

/** Steve answers 404 without a body for a type that it does not know. */
class NoSchema extends Error {}

function sendError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof NoSchema) return reply.code(404).send();
  if (!(error instanceof KubernetesError)) return sendSteveError(error, reply);
  const { code, reason, message } = statusOf(error);
  return sendSteveError(new RancherError(code, reason, message), reply);
}

const clusterIdOf = ({ params: given }: FastifyRequest): string => z.object({ id: z.string() }).parse(given).id;
const baseOf = (request: FastifyRequest): string => `${baseUrlOf(request)}/k8s/clusters/${clusterIdOf(request)}`;

/** `/k8s/clusters/<id>/v1`: the steve of one cluster, with the same objects as the cluster's Kubernetes API. */
export function steveContents(app: FastifyInstance, rancher: RancherContext, contextOf: ContextOf): void {
  app.setErrorHandler((error, _request, reply) => sendError(error, reply));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.get('/counts', async (request) => countsView(rancher.contents, clusterIdOf(request), baseOf(request)));
  catalogRoutes(app, rancher, contextOf);
  listRoutes(app, rancher, contextOf);
  memberRoutes(app, rancher, contextOf);
}

/** The target of writes to a kind: a real cluster, or the simulated one. */
function writesOf({ behind }: RancherContext, context: KubernetesContext, request: FastifyRequest): SteveWrites {
  const cluster = isReal(resourceAt(context, request)) ? behind.find(clusterIdOf(request)) : undefined;
  return cluster ? objectsBehind(cluster) : steveWrites(context);
}

function resourceAt(context: KubernetesContext, request: FastifyRequest): ApiResource {
  const type = typeOfCollection(params.parse(request.params).collection);
  const resource = type && resourceOf(type);
  if (!resource || !context.resources.includes(resource)) throw new NoSchema();
  return resource;
}

function listRoutes(app: FastifyInstance, rancher: RancherContext, contextOf: ContextOf): void {
  app.get('/:collection', async (request) => listOf(rancher, contextOf(request), request));
  app.post('/:collection', async (request, reply) => {
    const context = contextOf(request);
    const resource = resourceAt(context, request);
    const { metadata } = named.parse(request.body ?? {});
    const namespace = resource.namespaced ? (metadata.namespace ?? 'default') : '';
    checkAccess(userOf(context, request), {
      verb: 'create',
      resource: resource.name,
      group: resource.group,
      namespace,
    });
    const made = await writesOf(rancher, context, request).create(resource, namespace, bodyIn(request));
    return reply.code(201).send(contentView(resource, made, baseOf(request)));
  });
}

function userOf(context: KubernetesContext, request: FastifyRequest) {
  const user = context.userOf(request);
  if (!user) throw new RancherError(401, 'Unauthorized', 'Unauthorized');
  return user;
}

/**
 * The objects that the caller may see: all objects of the kind, or only the objects in namespaces that the caller may
 * see.
 */
function listOf(rancher: RancherContext, context: KubernetesContext, request: FastifyRequest) {
  const resource = resourceAt(context, request);
  const user = userOf(context, request);
  const { name: plural, group } = resource;
  const store = objectStore(context);
  const place = { base: baseOf(request), clock: rancher.clock };
  const view = (object: KubernetesObject) =>
    readView(resource, objectView(object, store.ownersOf(placeOf(resource, object))), place);
  return steveCollection(request, rancher, {
    resourceType: steveType(resource),
    objects: context.shelf.list(resource),
    select: ({ metadata: { namespace, name } }) =>
      user.allows({ verb: 'get', resource: plural, group, namespace, name }),
    view,
    canCreate: group !== 'management.cattle.io',
    projectOf: (namespace) => {
      const { [PROJECT]: id } = rancher.contents.find(clusterIdOf(request), 'namespace', namespace)?.annotations ?? {};
      return id?.split(':')[1];
    },
  });
}

/** Clients send back what they have read, so steve's own fields are removed. */
function bodyIn({ body }: Pick<FastifyRequest, 'body'>): unknown {
  if (!isRecord(body)) return body;
  const { metadata, _type, ...rest } = body;
  const own = Object.entries(rest).filter(([field]) => !OF_STEVE.includes(field));
  const { fields: _fields, relationships: _relationships, state: _state, ...meta } = isRecord(metadata) ? metadata : {};
  return { ...Object.fromEntries(own), ...(_type !== undefined && { type: _type }), metadata: meta };
}

function memberRoutes(app: FastifyInstance, rancher: RancherContext, contextOf: ContextOf): void {
  const at = (request: FastifyRequest, verb: string) => {
    const context = contextOf(request);
    const resource = resourceAt(context, request);
    const { first = '', second } = params.parse(request.params);
    const place: Place = { resource, namespace: second === undefined ? '' : first, name: second ?? first };
    const { name, group } = resource;
    const asked = { verb, resource: name, group, name: place.name };
    checkAccess(userOf(context, request), { ...asked, namespace: place.namespace || undefined });
    const view = (object: KubernetesObject) =>
      readView(resource, object, { base: baseOf(request), clock: context.clock });
    return { context, place, writes: writesOf(rancher, context, request), view };
  };
  const isList = (request: FastifyRequest): boolean => {
    const { second } = params.parse(request.params);
    return second === undefined && resourceAt(contextOf(request), request).namespaced;
  };
  for (const path of ['/:collection/:first', '/:collection/:first/:second']) {
    app.get(path, async (request) => {
      if (isList(request)) return listOf(rancher, contextOf(request), request);
      const { context, place, view } = at(request, 'get');
      const store = objectStore(context);
      return view(objectView(store.get(place), store.ownersOf(place)));
    });
    app.put(path, async (request) => {
      const { writes, place, view } = at(request, 'update');
      const { metadata } = versioned.parse(bodyIn(request) ?? {});
      // Steve answers a missing `resourceVersion` with a server error, not with a client error.
      if (!metadata.resourceVersion) {
        throw new RancherError(500, 'ServerError', 'metadata.resourceVersion is required for update');
      }
      return view(await writes.replace(place, bodyIn(request)));
    });
    app.patch(path, async (request) => {
      const { writes, place, view } = at(request, 'patch');
      return view(await writes.patch(place, request));
    });
    app.delete(path, async (request, reply) => {
      const { writes, place, view } = at(request, 'delete');
      const gone = await writes.remove(place);
      return gone.metadata?.deletionTimestamp ? view(gone) : reply.code(204).send();
    });
  }
}
