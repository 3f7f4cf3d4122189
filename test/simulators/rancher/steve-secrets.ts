import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { randomName } from '../_kit/random-name.ts';
import type { RancherContext } from './rancher-context.ts';
import type { RancherControllers } from './rancher-controllers.ts';
import { notFound, RancherError } from './rancher-errors.ts';
import type { RancherSecret } from './rancher-objects.ts';
import { baseUrlOf, metadataSchema, steveCollection } from './steve-collection.ts';

const text = z.record(z.string(), z.string());
const body = z.object({
  metadata: metadataSchema,
  type: z.string().default('secret'),
  _type: z.string().optional(),
  data: text.default({}),
  stringData: text.default({}),
});

/** `/v1/secrets`: what registries' credentials are kept in. Steve shows a secret's own `type` as `_type`. */
export function steveSecrets(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  const { store, clock } = context;
  const { secrets } = store;
  const keyOf = (request: FastifyRequest): string => {
    const { namespace, name } = z.object({ namespace: z.string(), name: z.string() }).parse(request.params);
    if (!secrets.has(`${namespace}/${name}`)) throw notFound(`secrets "${name}" not found`);
    return `${namespace}/${name}`;
  };
  const view = (request: FastifyRequest) => (secret: RancherSecret) => secretView(secret, baseUrlOf(request));
  const list = async (request: FastifyRequest) =>
    steveCollection(request, context, { resourceType: 'secret', objects: secrets, view: view(request) });

  app.get('/secrets', list);
  app.get('/secrets/:namespace', list);
  app.get('/secrets/:namespace/:name', async (request) => {
    const secret = secrets.get(keyOf(request));
    return secret && view(request)(secret);
  });
  app.post('/secrets', async (request, reply) => {
    const secret = newSecret(request.body, clock.now());
    const key = `${secret.namespace}/${secret.name}`;
    if (secrets.has(key)) throw new RancherError(409, 'AlreadyExists', `secrets "${secret.name}" already exists`);
    secrets.set(key, secret);
    controllers.looked();
    return reply.code(201).send(view(request)(secret));
  });
  app.delete('/secrets/:namespace/:name', async (request, reply) => {
    secrets.delete(keyOf(request));
    return reply.code(204).send();
  });
}

function newSecret(given: unknown, now: number): RancherSecret {
  const parsed = body.safeParse(given);
  if (!parsed.success) throw new RancherError(422, 'InvalidBodyContent', z.prettifyError(parsed.error));
  const { metadata, data, stringData, type, _type } = parsed.data;
  const secretType = _type ?? (type === 'secret' ? 'Opaque' : type);
  const encoded = Object.entries(stringData).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  const filled = { ...data, ...Object.fromEntries(encoded) };
  const name = metadata.name ?? `${metadata.generateName ?? ''}${randomName(5)}`;
  // Kubernetes' rule for this type: one of the two at least.
  if (secretType === 'kubernetes.io/basic-auth' && !('username' in filled || 'password' in filled)) {
    const message = `Secret "${name}" is invalid: data[username]: Required value`;
    throw new RancherError(422, 'Invalid', message);
  }
  return {
    name,
    namespace: metadata.namespace,
    labels: metadata.labels,
    annotations: metadata.annotations,
    type: secretType,
    data: filled,
    uid: randomUUID(),
    createdAt: new Date(now).toISOString(),
    resourceVersion: 1,
  };
}

function secretView(secret: RancherSecret, baseUrl: string) {
  const { name, namespace, uid, labels, annotations, data, type, createdAt, resourceVersion } = secret;
  const self = `${baseUrl}/v1/secrets/${namespace}/${name}`;
  return {
    id: `${namespace}/${name}`,
    type: 'secret',
    links: { self, update: self, remove: self, view: self },
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace,
      uid,
      labels,
      annotations,
      creationTimestamp: createdAt,
      resourceVersion: String(resourceVersion),
      state: { name: 'active', transitioning: false, error: false, message: 'Resource is always ready' },
    },
    _type: type,
    data,
  };
}
