import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ALL_TYPES, CONTENT_TYPES, type ContentType, typeOfCollection } from './content-types.ts';
import { contentView, countsView } from './content-view.ts';
import type { Contents } from './contents.ts';
import { notFound, RancherError, sendSteveError } from './rancher-errors.ts';
import type { ContentObject } from './rancher-objects.ts';
import { baseUrlOf, metadataSchema } from './steve-collection.ts';

const place = z.object({
  id: z.string(),
  collection: z.string(),
  first: z.string().optional(),
  second: z.string().optional(),
});
const pageQuery = z.object({ limit: z.coerce.number().int().default(100_000), continue: z.string().optional() });
const body = z.looseObject({ metadata: metadataSchema.extend({ namespace: z.string().default('') }) });
const SERVER_SET = ['id', 'type', 'kind', 'links', 'apiVersion', 'metadata'];

/** `/k8s/clusters/<id>/v1`: steve of that cluster, with what tests make, change and remove in it as people do. */
export function steveContents(app: FastifyInstance, contents: Contents): void {
  app.setErrorHandler((error, _request, reply) => sendSteveError(error, reply));
  const typeAt = (request: FastifyRequest): { clusterId: string; type: ContentType; id: string } => {
    const { id: clusterId, collection, first, second } = place.parse(request.params);
    const type = typeOfCollection(collection);
    if (!type) throw notFound(`schema ${collection} not found`);
    return { clusterId, type, id: [first, second].filter(Boolean).join('/') };
  };
  const get = (request: FastifyRequest): ContentObject => {
    const { clusterId, type, id } = typeAt(request);
    const found = contents.find(clusterId, type, id);
    if (!found) throw notFound(`${CONTENT_TYPES[type].resource} "${id.split('/').at(-1)}" not found`);
    return found;
  };

  app.get('/counts', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    return countsView(contents, id, ALL_TYPES, baseUrlOf(request));
  });
  app.get('/:collection', async (request) => {
    const { clusterId, type } = typeAt(request);
    return listView(request, contents, type, contents.listOf(clusterId, type));
  });
  app.post('/:collection', async (request, reply) => {
    const { clusterId, type } = typeAt(request);
    return reply.code(201).send(contentView(make(contents, { clusterId, type }, request.body), baseUrlOf(request)));
  });
  for (const path of ['/:collection/:first', '/:collection/:first/:second']) {
    app.get(path, async (request) => contentView(get(request), baseUrlOf(request)));
    app.put(path, async (request) => {
      const object = get(request);
      replace(contents, object, request.body);
      return contentView(object, baseUrlOf(request));
    });
    app.delete(path, async (request, reply) => {
      contents.remove(get(request));
      return reply.code(204).send();
    });
  }
}

/** The token of a list that is cut says behind which object the next one begins. */
function listView(request: FastifyRequest, contents: Contents, type: ContentType, objects: ContentObject[]) {
  const { limit, continue: token } = pageQuery.parse(request.query);
  const after = token === undefined ? '' : Buffer.from(token, 'base64url').toString();
  const left = objects.filter(({ id }) => id > after);
  const shown = limit > 0 ? left.slice(0, limit) : left;
  const last = shown.at(-1);
  return {
    ...{ type: 'collection', links: { self: `${baseUrlOf(request)}${request.url}` }, resourceType: type },
    ...{ revision: String(contents.revision()), count: shown.length },
    ...(last && shown.length < left.length && { continue: Buffer.from(last.id).toString('base64url') }),
    data: shown.map((object) => contentView(object, baseUrlOf(request))),
  };
}

function parse(given: unknown) {
  const parsed = body.safeParse(given);
  if (!parsed.success) throw new RancherError(422, 'InvalidBodyContent', z.prettifyError(parsed.error));
  const { metadata, ...rest } = parsed.data;
  const own = Object.entries(rest).filter(([field]) => !SERVER_SET.includes(field));
  return { metadata, own: Object.fromEntries(own) };
}

function make(contents: Contents, { clusterId, type }: { clusterId: string; type: ContentType }, given: unknown) {
  const { metadata, own } = parse(given);
  const { name = '', namespace, labels, annotations } = metadata;
  const { isNamespaced, resource } = CONTENT_TYPES[type];
  if (name === '') throw new RancherError(422, 'Invalid', `${resource} "" is invalid: metadata.name: Required value`);
  if (isNamespaced && !contents.find(clusterId, 'namespace', namespace)) {
    throw notFound(`namespaces "${namespace}" not found`);
  }
  const made = { name, namespace: isNamespaced ? namespace : '', labels, annotations, body: own };
  const id = isNamespaced ? `${namespace}/${name}` : name;
  if (contents.find(clusterId, type, id)) {
    throw new RancherError(409, 'AlreadyExists', `${resource} "${name}" already exists`);
  }
  return contents.add(clusterId, type, made);
}

function replace(contents: Contents, object: ContentObject, given: unknown): void {
  const { metadata, own } = parse(given);
  // Steve answers a missing version as its own failure, not as the caller's.
  if (!metadata.resourceVersion) {
    throw new RancherError(500, 'ServerError', 'metadata.resourceVersion is required for update');
  }
  if (metadata.resourceVersion !== String(object.resourceVersion)) {
    const { resource } = CONTENT_TYPES[object.type];
    const message = `Operation cannot be fulfilled on ${resource} "${object.name}": the object has been modified; please apply your changes to the latest version and try again`;
    throw new RancherError(409, 'Conflict', message);
  }
  contents.change(object, { labels: metadata.labels, annotations: metadata.annotations, body: own });
}
