import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { givenObject } from '#test/simulators/kubernetes/objects/given-object';
import { isRecord, type KubernetesObject } from '#test/simulators/kubernetes/objects/kubernetes-objects';
import type { Place } from '#test/simulators/kubernetes/objects/object-place';
import { objectStore } from '#test/simulators/kubernetes/objects/object-store';
import { patchObject } from '#test/simulators/kubernetes/objects/patch-object';
import type { ApiResource } from '../../kubernetes/api-resource.ts';
import { CONFIG_MAPS, NAMESPACES, SECRETS } from '../../kubernetes/core-resources.ts';
import type { KubernetesContext } from '../../kubernetes/kubernetes-context.ts';
import { KubernetesError, statusOf } from '../../kubernetes/kubernetes-error.ts';
import { asSteveFailure } from '../_core/rancher-bodies.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { RancherError, sendSteveError } from '../_core/rancher-errors.ts';
import type { RancherControllers } from '../clusters/rancher-controllers.ts';
import { LOCAL } from '../contents/cluster-insides.ts';
import { contentView, readView } from '../contents/content-view.ts';
import { secretObject } from '../contents/local-shelf.ts';
import { baseUrlOf, shaped, steveCollection } from './steve-collection.ts';

const RESOURCES = [NAMESPACES, SECRETS, CONFIG_MAPS];
const BY_STEVE = { manager: 'Update rancher', dryRun: false };
/** The fields that steve adds to an object. Clients send these fields back. */
const OF_STEVE = ['id', '_id', 'type', '_type', 'links', 'actions'];
const sent = z.looseObject({
  metadata: z.looseObject({ namespace: z.string(), name: z.string() }).partial().default({}),
});

/** `/v1/secrets`, `/v1/configmaps` and `/v1/namespaces` of the cluster that Rancher itself is in. */
export async function steveObjects(app: FastifyInstance, rancher: RancherContext, controllers: RancherControllers) {
  const context = localCluster(rancher, controllers);
  app.setErrorHandler((error, _request, reply) => sendError(error, reply));
  for (const resource of RESOURCES) {
    collectionRoutes(app, { resource, context, rancher });
    memberRoutes(app, { resource, context, rancher });
  }
}

function localCluster({ contents }: RancherContext, controllers: RancherControllers): KubernetesContext {
  const context = { ...contents.inside(LOCAL), gitVersion: () => '', userOf: () => undefined };
  contents.listeners.add((clusterId, { resource }) => {
    if (clusterId === LOCAL && resource === SECRETS) controllers.looked();
  });
  return context;
}

function sendError(error: unknown, reply: FastifyReply): FastifyReply {
  if (!(error instanceof KubernetesError)) return sendSteveError(asSteveFailure(error), reply);
  const { code, reason, message } = statusOf(error);
  return sendSteveError(new RancherError(code, reason, message), reply);
}

interface Steve {
  resource: ApiResource;
  context: KubernetesContext;
  rancher: RancherContext;
}

function collectionRoutes(app: FastifyInstance, { resource, context, rancher }: Steve): void {
  const { store, clock } = rancher;
  const path = `/${resource.name}`;
  const list = async (request: FastifyRequest) => {
    const view = (object: KubernetesObject) => readView(resource, object, { base: baseUrlOf(request), clock });
    const projectOf = (namespace: string) =>
      context.shelf.get(NAMESPACES, namespace)?.metadata.labels?.['field.cattle.io/projectId'];
    const options = { resourceType: resource.singularName, projectOf };
    if (resource !== SECRETS) {
      return steveCollection(request, rancher, { ...options, objects: context.shelf.list(resource), view });
    }
    return steveCollection(request, rancher, {
      ...{ ...options, objects: store.secrets },
      view: (secret) => view(secretObject(secret)),
    });
  };
  const post = async (request: FastifyRequest, reply: FastifyReply) => {
    const { namespace: inPath } = z.object({ namespace: z.string().optional() }).parse(request.params ?? {});
    const { metadata } = sent.parse(request.body ?? {});
    const namespace = resource.namespaced ? (inPath ?? metadata.namespace) : '';
    if (namespace === undefined) {
      throw new RancherError(422, 'InvalidBodyContent', 'metadata.namespace or apiOp.namespace are required');
    }
    const given = givenObject(resource, bodyIn(request), { strict: false });
    const made = objectStore(context).create(resource, namespace, given, BY_STEVE);
    return reply.code(201).send(shaped(request, contentView(resource, made, baseUrlOf(request))));
  };
  const refuse = async (request: FastifyRequest) => {
    throw new RancherError(403, 'PermissionDenied', `Method ${request.method} not supported`);
  };
  app.get(path, list);
  app.post(path, post);
  app.route({ method: ['PUT', 'PATCH', 'DELETE'], url: path, handler: refuse });
  if (!resource.namespaced) return;
  app.get(`${path}/:namespace`, list);
  app.post(`${path}/:namespace`, post);
}

function memberRoutes(app: FastifyInstance, { resource, context, rancher: { clock } }: Steve): void {
  const url = resource.namespaced ? `/${resource.name}/:namespace/:name` : `/${resource.name}/:name`;
  const place = (request: FastifyRequest): Place => {
    const { namespace, name } = z.object({ namespace: z.string().default(''), name: z.string() }).parse(request.params);
    return { resource, namespace, name };
  };
  const written = (request: FastifyRequest, object: KubernetesObject) =>
    shaped(request, contentView(resource, object, baseUrlOf(request)));
  const read = (request: FastifyRequest, object: KubernetesObject) =>
    shaped(request, readView(resource, object, { base: baseUrlOf(request), clock }));

  app.get(url, async (request) => read(request, objectStore(context).get(place(request))));
  // The body, not the path, decides which object is replaced.
  app.put(url, async (request) => {
    const { metadata } = sent.parse(request.body ?? {});
    const { namespace, name } = place(request);
    const given = givenObject(resource, bodyIn(request), { strict: false });
    // Steve answers a missing version with a server error (500), although the mistake is the client's.
    if (!given.metadata.resourceVersion) {
      throw new RancherError(500, 'ServerError', 'metadata.resourceVersion is required for update');
    }
    const meant = { resource, namespace: metadata.namespace ?? namespace, name: metadata.name ?? name };
    return written(request, objectStore(context).replace(meant, given, BY_STEVE));
  });
  app.patch(url, async (request) => {
    const patching = { place: place(request), request, writing: BY_STEVE, strict: false };
    return written(request, patchObject(objectStore(context), patching).object);
  });
  app.delete(url, async (request, reply) => {
    const gone = objectStore(context).remove(place(request), {}, BY_STEVE);
    return gone.metadata.deletionTimestamp ? read(request, gone) : reply.code(204).send();
  });
}

function bodyIn({ body }: Pick<FastifyRequest, 'body'>): unknown {
  if (!isRecord(body)) return body;
  const { metadata, type, _type = type } = body;
  const own = Object.entries(body).filter(([field]) => field !== 'metadata' && !OF_STEVE.includes(field));
  const { fields: _fields, relationships: _relationships, state: _state, ...meta } = isRecord(metadata) ? metadata : {};
  return { ...Object.fromEntries(own), ...(_type !== undefined && { type: _type }), metadata: meta };
}
