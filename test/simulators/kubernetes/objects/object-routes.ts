import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { type ApiResource, groupResource, groupVersion } from '../api-resource.ts';
import { callerOf, checkAccess } from '../authorize.ts';
import type { KubernetesContext } from '../kubernetes-context.ts';
import { KubernetesError, notSimulated } from '../kubernetes-error.ts';
import { isBuiltIn } from '../unplayed-kinds.ts';
import { updatedBy } from './field-owners.ts';
import { givenObject } from './given-object.ts';
import { isReturnedWhenDeleted } from './kind-rules.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import { listQuery, listView, selected } from './list-objects.ts';
import { objectView } from './managed-fields.ts';
import { type Place, placeOf } from './object-place.ts';
import { objectStore } from './object-store.ts';
import type { Writing } from './object-writer.ts';
import { patchObject } from './patch-object.ts';
import { tableView } from './table-view.ts';
import { watchObjects, watchQuery } from './watch-objects.ts';

const params = z.object({
  group: z.string().default(''),
  version: z.string(),
  resource: z.string(),
  namespace: z.string().optional(),
  name: z.string().optional(),
  subresource: z.string().optional(),
});
const writeQuery = z.object({
  dryRun: z.string().optional(),
  fieldManager: z.string().optional(),
  fieldValidation: z.string().optional(),
});
const policy = z.enum(['Orphan', 'Background', 'Foreground']).optional();
const deletion = z.object({
  propagationPolicy: policy,
  preconditions: z.object({ uid: z.string().optional(), resourceVersion: z.string().optional() }).default({}),
});
type ContextOf = (request: FastifyRequest) => KubernetesContext;
type Asked = { resource: ApiResource; namespace: string | undefined; name: string | undefined };

/** Subresources, which clients can write on a separate path. */
const PARTS = ['status', 'finalize'];

/** If a field selector names one object, the caller needs the right to this object only. */
function selectedName({ query }: FastifyRequest): string | undefined {
  const { fieldSelector = '' } = z.looseObject({ fieldSelector: z.string().optional() }).parse(query);
  return /^metadata\.name==?([^,=]+)$/.exec(fieldSelector)?.[1];
}

/**
 * The objects that a request is about, after a check of the caller's rights.
 * @throws KubernetesError 401, 403, 404
 */
function askedBy(context: KubernetesContext, request: FastifyRequest, verb: string): Asked {
  const caller = callerOf(context, request);
  const given = params.parse(request.params);
  // `namespaces/<name>/status` looks like a kind in that namespace, but is a part of the namespace itself.
  const isPart = given.namespace !== undefined && given.name === undefined && PARTS.includes(given.resource);
  const {
    resource: plural,
    namespace,
    name,
  } = isPart ? { resource: 'namespaces', namespace: undefined, name: given.namespace } : given;
  const { group, version } = given;
  const resource = context.resources.find(
    (it) => it.name === plural && groupVersion(it) === groupVersion({ group, version }),
  );
  checkAccess(caller, { verb, resource: plural, group, namespace, name: name ?? selectedName(request) });
  if (!resource && (isBuiltIn(group, plural) || context.unplayedGroups?.includes(group))) {
    throw notSimulated(groupResource({ group, name: plural }));
  }
  if (!resource || (namespace !== undefined && !resource.namespaced)) {
    throw new KubernetesError('NotFound', 'the server could not find the requested resource', {});
  }
  const part = given.subresource;
  if (part !== undefined && !PARTS.includes(part)) throw notSimulated(`${plural}/${part}`);
  return { resource, namespace, name };
}

function writingOf(request: FastifyRequest): Writing & { strict: boolean } {
  // If a write names no field manager, the name of the client's program is used.
  const program = (request.headers['user-agent'] ?? 'unknown').split('/')[0] ?? '';
  const { fieldManager = program, dryRun, fieldValidation } = writeQuery.parse(request.query);
  return { manager: updatedBy(fieldManager), dryRun: dryRun === 'All', strict: fieldValidation === 'Strict' };
}

const bodyOf = ({ body }: FastifyRequest): unknown => (typeof body === 'string' ? parseYaml(body) : body);

const isTable = ({ headers: { accept = '' } }: FastifyRequest): boolean => {
  if (/as=PartialObjectMetadata/.test(accept)) throw notSimulated('PartialObjectMetadata');
  return /as=Table/.test(accept);
};

export function objectRoutes(app: FastifyInstance, contextOf: ContextOf): void {
  for (const base of ['/api/:version', '/apis/:group/:version']) {
    for (const path of [`${base}/:resource`, `${base}/namespaces/:namespace/:resource`]) {
      collectionRoutes(app, path, contextOf);
      memberRoutes(app, `${path}/:name`, contextOf);
      memberRoutes(app, `${path}/:name/:subresource`, contextOf);
    }
  }
}

function collectionRoutes(app: FastifyInstance, path: string, contextOf: ContextOf): void {
  app.get(path, async (request, reply) => {
    const context = contextOf(request);
    const watch = watchQuery.parse(request.query);
    const asked = askedBy(context, request, watch.watch ? 'watch' : 'list');
    const store = objectStore(context);
    // If there is a name, the request is for a subresource of a namespace, such as `namespaces/<name>/status`.
    if (asked.name !== undefined) return store.get({ ...asked, namespace: '', name: asked.name });
    const query = listQuery.parse(request.query);
    const table = isTable(request);
    const { resource } = asked;
    if (watch.watch) {
      const view = (object: KubernetesObject) =>
        table
          ? tableView(resource.kind, [object], { resourceVersion: object.metadata.resourceVersion }, context.clock)
          : object;
      watchObjects(context, store, reply, { ...asked, query, watch, view });
      return reply;
    }
    const objects = selected(context, asked, query);
    const list = listView(context, store, { resource, objects, query });
    if (!table) return list;
    const shown = objects.slice(0, list.items.length);
    return tableView(resource.kind, shown, list.metadata, context.clock);
  });
  app.post(path, async (request, reply) => {
    const context = contextOf(request);
    const { resource, namespace } = askedBy(context, request, 'create');
    if (resource.namespaced && namespace === undefined) {
      throw new KubernetesError('BadRequest', 'an empty namespace may not be set during creation');
    }
    const store = objectStore(context);
    const { strict, ...writing } = writingOf(request);
    const given = givenObject(resource, bodyOf(request), { strict });
    const made = store.create(resource, namespace ?? '', given, writing);
    return reply.code(201).send(objectView(made, store.ownersOf(placeOf(resource, made))));
  });
  app.delete(path, async (request) => {
    const context = contextOf(request);
    const asked = askedBy(context, request, 'deletecollection');
    const store = objectStore(context);
    const query = listQuery.parse(request.query);
    const objects = selected(context, asked, { ...query, limit: 0 });
    const gone = listView(context, store, { resource: asked.resource, objects, query });
    for (const object of objects) store.remove(placeOf(asked.resource, object), {}, writingOf(request));
    return gone;
  });
}

function memberRoutes(app: FastifyInstance, path: string, contextOf: ContextOf): void {
  const at = (request: FastifyRequest, verb: string) => {
    const context = contextOf(request);
    const { resource, namespace = '', name = '' } = askedBy(context, request, verb);
    const store = objectStore(context);
    const place: Place = { resource, namespace, name };
    const view = (object: KubernetesObject) => objectView(object, store.ownersOf(place));
    return { context, store, place, view };
  };
  app.get(path, async (request) => {
    const { context, store, place, view } = at(request, 'get');
    const object = store.get(place);
    if (!isTable(request)) return view(object);
    return tableView(object.kind, [object], { resourceVersion: object.metadata.resourceVersion }, context.clock);
  });
  app.put(path, async (request) => {
    const { store, place, view } = at(request, 'update');
    const { strict, ...writing } = writingOf(request);
    const given = givenObject(place.resource, bodyOf(request), { strict });
    const isStatus = params.parse(request.params).subresource === 'status';
    return view(isStatus ? store.replaceStatus(place, given, writing) : store.replace(place, given, writing));
  });
  app.patch(path, async (request, reply: FastifyReply) => {
    const { store, place, view } = at(request, 'patch');
    const { strict, ...writing } = writingOf(request);
    const { object, isNew } = patchObject(store, { place, request, writing, strict });
    return reply.code(isNew ? 201 : 200).send(view(object));
  });
  app.delete(path, async (request) => {
    const { context, store, place, view } = at(request, 'delete');
    const { preconditions, propagationPolicy: inBody } = deletion.parse(request.body ?? {});
    const { propagationPolicy = inBody } = z.object({ propagationPolicy: policy }).parse(request.query);
    if (propagationPolicy === 'Orphan' && context.collectsGarbage) throw notSimulated('propagationPolicy=Orphan');
    const gone = store.remove(place, preconditions, writingOf(request), propagationPolicy);
    if (isReturnedWhenDeleted(gone)) return view(gone);
    const { name: kind, group } = place.resource;
    const details = { name: place.name, ...(group !== '' && { group }), kind, uid: gone.metadata.uid };
    return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
  });
}
