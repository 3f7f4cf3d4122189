import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { matchesSelector } from '../_kit/label-selector.ts';
import { authorize } from './authorize.ts';
import { updatedBy } from './field-owners.ts';
import type { KubernetesContext } from './kubernetes-context.ts';
import type { Secret } from './kubernetes-objects.ts';
import { patchSecret } from './patch-secret.ts';
import { parseSecret } from './secret-body.ts';
import { type Place, secretStore, type Writing } from './secret-store.ts';

const placeParams = z.object({ namespace: z.string(), name: z.string() });
const namespaceParams = z.object({ namespace: z.string().optional() });
const query = z.object({
  labelSelector: z.string().optional(),
  fieldSelector: z.string().optional(),
  dryRun: z.string().optional(),
  fieldManager: z.string().optional(),
});
const deletion = z.object({
  preconditions: z.object({ uid: z.string().optional(), resourceVersion: z.string().optional() }).default({}),
});
const COLLECTION = '/api/v1/namespaces/:namespace/secrets';

/** Core `secrets`: what Argo CD keeps the clusters it knows in. */
export function secretRoutes(app: FastifyInstance, context: KubernetesContext): void {
  const store = secretStore(context);
  const may = (request: FastifyRequest, verb: string): Place => {
    const place = placeParams.parse(request.params);
    authorize(context, request, { verb, resource: 'secrets', ...place });
    return place;
  };
  const isDry = (request: FastifyRequest) => query.parse(request.query).dryRun === 'All';

  // Who does not say by what name he writes is called as his program calls itself.
  const writing = (request: FastifyRequest): Writing => {
    const program = (request.headers['user-agent'] ?? 'unknown').split('/')[0] ?? '';
    const { fieldManager = program } = query.parse(request.query);
    return { manager: updatedBy(fieldManager), dryRun: isDry(request) };
  };

  app.get('/api/v1/secrets', async (request) => listView(context, selected(context, request, 'list')));
  app.get(COLLECTION, async (request) => listView(context, selected(context, request, 'list')));
  app.post(COLLECTION, async (request, reply) => {
    const { namespace = '' } = namespaceParams.parse(request.params);
    authorize(context, request, { verb: 'create', resource: 'secrets', namespace });
    return reply.code(201).send(view(store.create(namespace, parseSecret(request.body), writing(request))));
  });
  app.delete(COLLECTION, async (request) => {
    const gone = selected(context, request, 'deletecollection');
    for (const { metadata } of gone) store.remove({ namespace: '', ...metadata }, {}, isDry(request));
    return listView(context, gone);
  });
  app.get(`${COLLECTION}/:name`, async (request) => view(store.get(may(request, 'get'))));
  app.put(`${COLLECTION}/:name`, async (request) =>
    view(store.replace(may(request, 'update'), parseSecret(request.body), writing(request))),
  );
  app.patch(`${COLLECTION}/:name`, async (request, reply) => {
    const place = may(request, 'patch');
    const { secret, isNew } = patchSecret(store, { place, request, writing: writing(request) });
    return reply.code(isNew ? 201 : 200).send(view(secret));
  });
  app.delete(`${COLLECTION}/:name`, async (request) => {
    const place = may(request, 'delete');
    const { preconditions } = deletion.parse(request.body ?? {});
    const { metadata } = store.remove(place, preconditions, isDry(request));
    const details = { name: metadata.name, kind: 'secrets', uid: metadata.uid };
    return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
  });
}

const view = (secret: Secret) => ({ kind: 'Secret', apiVersion: 'v1', ...secret });

function listView(context: KubernetesContext, secrets: Secret[]) {
  return {
    kind: 'SecretList',
    apiVersion: 'v1',
    metadata: { resourceVersion: String(context.revision) },
    // Members of a list do not repeat what they are.
    items: secrets,
  };
}

/** Those of the path's namespace, or of all, that label and field selector select, by name. */
function selected(context: KubernetesContext, request: FastifyRequest, verb: string): Secret[] {
  const { namespace } = namespaceParams.parse(request.params);
  authorize(context, request, { verb, resource: 'secrets', namespace });
  const { labelSelector, fieldSelector } = query.parse(request.query);
  return [...context.secrets.values()]
    .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace)
    .filter(({ metadata }) => matchesSelector(metadata.labels ?? {}, labelSelector))
    .filter((secret) => matchesSelector(fieldsOf(secret), fieldSelector))
    .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

const fieldsOf = ({ metadata, type }: Secret) => ({
  'metadata.name': metadata.name,
  'metadata.namespace': metadata.namespace ?? '',
  type,
});
