import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { unusedId } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { missing, notFound, RancherError } from '../_core/rancher-errors.ts';
import type { RancherSecret } from '../_core/rancher-objects.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { callerOf } from '../identity/caller.ts';
import { normanCollection, normanObject } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { credentialNamesIn } from './machine-pool.ts';
import { timeText } from './pool-objects.ts';

const NAMESPACE = 'cattle-global-data';
const CONFIG = 'openstackcredentialConfig';
const NAME = 'field.cattle.io/name';
const LISTING = { resourceType: 'cloudCredential', filters: ['created', 'creatorId', 'description', 'id', 'name'] };

/** Of the driver's fields, only the password belongs to a credential. Other given fields are dropped. */
const sent = z.object({
  name: z.string().default(''),
  description: z.string().nullish(),
  annotations: z.record(z.string(), z.string()).nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
  [CONFIG]: z.object({ password: z.string().default('') }).nullish(),
});
type Sent = z.infer<typeof sent>;

/**
 * `/v3/cloudcredentials`: cloud credentials, which are secrets in the namespace `cattle-global-data`. The answers omit
 * the secret values.
 */
export function normanCloudCredentials(
  app: FastifyInstance,
  { store, clock, nextRevision }: RancherContext,
  { changed }: { changed: () => void },
): void {
  const view = (request: FastifyRequest, secret: RancherSecret) => credentialView(baseUrlOf(request), secret);
  const all = () => [...store.secrets.values()].filter(isCredential);

  app.get('/cloudcredentials', async (request) =>
    normanCollection(
      request,
      LISTING,
      all().map((secret) => view(request, secret)),
    ),
  );
  app.get('/cloudcredentials/:id', async (request) => view(request, get(store, request)));
  app.post('/cloudcredentials', async (request, reply) => {
    const given = read(request.body);
    const id = unusedId(`${NAMESPACE}/cc-`, store.secrets);
    const name = id.slice(NAMESPACE.length + 1);
    const secret: RancherSecret = {
      ...{ name, namespace: NAMESPACE, generateName: 'cc-', uid: randomUUID(), createdAt: timeText(clock.now()) },
      ...{ resourceVersion: nextRevision(), type: 'Opaque' },
      labels: { ...given.labels, 'cattle.io/creator': 'norman' },
      annotations: annotationsOf(given, callerOf(request).userId),
      data: dataOf(given),
    };
    store.secrets.set(id, secret);
    changed();
    return reply.code(201).send(view(request, secret));
  });
  app.put('/cloudcredentials/:id', async (request) => {
    const secret = get(store, request);
    const given = read({ name: secret.annotations[NAME], ...Object(request.body) });
    Object.assign(secret.annotations, { [NAME]: given.name, ...given.annotations });
    Object.assign(secret.data, dataOf(given));
    secret.resourceVersion = nextRevision();
    return view(request, secret);
  });
  app.delete('/cloudcredentials/:id', async (request, reply) => {
    const { namespace, name } = get(store, request);
    refuseUsed(store, `${namespace}:${name}`);
    store.secrets.delete(`${namespace}/${name}`);
    return reply.code(204).type('application/json').send();
  });
}

function read(body: unknown): Sent {
  const given = sent.parse(body ?? {});
  if (!given[CONFIG]) throw new RancherError(422, 'MissingRequired', 'a Config field must be set');
  if (given[CONFIG].password === '') throw missing('password');
  return given;
}

const annotationsOf = ({ name, description, annotations }: Sent, creatorId: string) => ({
  ...annotations,
  ...(description && { 'field.cattle.io/description': description }),
  'field.cattle.io/creatorId': creatorId,
  ...(name !== '' && { [NAME]: name }),
});

const dataOf = (given: Sent): Record<string, string> => ({
  [`${CONFIG}-password`]: Buffer.from(given[CONFIG]?.password ?? '').toString('base64'),
});

/**
 * A cloud credential is any secret in `cattle-global-data` with the configuration of a driver, whoever created the
 * secret.
 */
const isCredential = ({ namespace, data }: RancherSecret): boolean =>
  namespace === NAMESPACE && Object.keys(data).some((key) => /Config-/.test(key));

function credentialView(baseUrl: string, { name, namespace, createdAt, uid, annotations, labels }: RancherSecret) {
  return normanObject(baseUrl, {
    ...{ type: 'cloudCredential', collection: 'cloudCredentials', id: `${namespace}:${name}` },
    ...{ created: createdAt, uuid: uid, creatorId: annotations['field.cattle.io/creatorId'] ?? null },
    ...{ name: annotations[NAME] ?? '', annotations, labels },
    [CONFIG]: {},
  });
}

function get({ secrets }: RancherStore, request: FastifyRequest): RancherSecret {
  const { id } = z.object({ id: z.string() }).parse(request.params);
  const found = secrets.get(id.replace(':', '/'));
  if (found && isCredential(found)) return found;
  throw notFound(`secrets "${id.split(':').at(-1)}" not found`);
}

/** Refuses to delete a credential that a cluster uses: without it, the cluster cannot delete its machines. */
function refuseUsed({ provisioning }: RancherStore, id: string): void {
  const user = [...provisioning.values()].find(({ spec }) => credentialNamesIn(spec).includes(id));
  if (!user) return;
  const message = `Cloud credential is currently referenced by provisioning cluster ${user.name}`;
  throw new RancherError(422, 'InvalidAction', message);
}
