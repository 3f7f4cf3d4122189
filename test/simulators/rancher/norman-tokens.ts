import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { caChecksum } from './ca-certificate.ts';
import { normanCollection, normanObject } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import type { RancherControllers } from './rancher-controllers.ts';
import { notFound, RancherError } from './rancher-errors.ts';
import type { RegistrationToken } from './rancher-objects.ts';
import { baseUrlOf } from './steve-collection.ts';

const newToken = z.object({ clusterId: z.string().default(''), labels: z.record(z.string(), z.string()).nullish() });

/** `/v3/clusterregistrationtokens` (also in the singular, which Rancher's own client posts to). */
export function normanTokens(app: FastifyInstance, { store }: RancherContext, { tokens }: RancherControllers): void {
  const get = (request: FastifyRequest): RegistrationToken => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = store.tokens.get(id);
    if (!found) throw notFound(`clusterregistrationtokens.management.cattle.io "${id.split(':').at(-1)}" not found`);
    return found;
  };
  const post = async (request: FastifyRequest) => {
    const { clusterId, labels } = newToken.parse(request.body ?? {});
    if (clusterId === '') throw new RancherError(422, 'MissingRequired', 'clusterId');
    if (!store.clusters.has(clusterId)) throw notFound(`clusters.management.cattle.io "${clusterId}" not found`);
    return tokenView(tokens.makeUnnamed(clusterId, labels ?? {}), baseUrlOf(request));
  };

  app.get('/clusterregistrationtokens', async (request) =>
    normanCollection(
      request,
      { resourceType: 'clusterRegistrationToken', filters: ['id', 'clusterId', 'name'] },
      [...store.tokens.values()].map((token) => tokenView(token, baseUrlOf(request))),
    ),
  );
  for (const path of ['/clusterregistrationtoken', '/clusterregistrationtokens']) {
    app.post(path, async (request, reply) => reply.code(201).send(await post(request)));
  }
  app.get('/clusterregistrationtokens/:id', async (request) => tokenView(get(request), baseUrlOf(request)));
  app.delete('/clusterregistrationtokens/:id', async (request) => {
    const token = get(request);
    tokens.remove(token);
    return tokenView(token, baseUrlOf(request));
  });
}

function tokenView({ id, name, clusterId, createdAt, uid, labels, token }: RegistrationToken, baseUrl: string) {
  return normanObject(baseUrl, {
    type: 'clusterRegistrationToken',
    collection: 'clusterregistrationtokens',
    id,
    uuid: uid,
    name,
    clusterId,
    namespaceId: clusterId,
    created: createdAt,
    labels,
    ...(token && { token, ...joinCommands({ token, clusterId, baseUrl }) }),
  });
}

/** The commands Rancher offers for copying; roles are left to whoever runs them. */
function joinCommands({ token, clusterId, baseUrl }: { token: string; clusterId: string; baseUrl: string }) {
  const manifestUrl = `${baseUrl}/v3/import/${token}_${clusterId}.yaml`;
  const install = (flags: string) =>
    `curl ${flags} ${baseUrl}/system-agent-install.sh | sudo sh -s - --server ${baseUrl} ` +
    `--label 'cattle.io/os=linux' --token ${token} --ca-checksum ${caChecksum}`;
  return {
    manifestUrl,
    command: `kubectl apply -f ${manifestUrl}`,
    insecureCommand: `curl --insecure -sfL ${manifestUrl} | kubectl apply -f -`,
    nodeCommand: install('-fL'),
    insecureNodeCommand: install('--insecure -fL'),
  };
}
