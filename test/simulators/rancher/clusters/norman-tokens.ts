import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound, RancherError } from '../_core/rancher-errors.ts';
import type { RegistrationToken } from '../_core/rancher-objects.ts';
import { hasNamespace } from '../_core/rancher-store.ts';
import { callerOf } from '../identity/caller.ts';
import { tokenView } from '../identity/token-view.ts';
import { normanCollection } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import type { RancherControllers } from './rancher-controllers.ts';

const labels = z.record(z.string(), z.string()).nullish();
const newToken = z.object({ clusterId: z.string().default(''), labels });
const CREATED = { 'cattle.io/creator': 'norman' };
const PATHS = ['/clusterregistrationtokens', '/clusterregistrationtoken', '/clusterRegistrationTokens'];

/**
 * `/v3/clusterregistrationtokens`, also in the spelling that links use. The singular works too, since Rancher's own
 * client posts to it.
 */
export function normanTokens(
  app: FastifyInstance,
  { store, nextRevision }: RancherContext,
  { tokens }: RancherControllers,
): void {
  const get = (request: FastifyRequest): RegistrationToken => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = store.tokens.get(id);
    if (!found) throw notFound(`clusterregistrationtokens.management.cattle.io "${id.split(':').at(-1)}" not found`);
    return tokens.rotate(found);
  };
  const view = (request: FastifyRequest, token: RegistrationToken) =>
    tokenView(token, {
      baseUrl: baseUrlOf(request),
      provisioning: store.provisioning.get(store.clusters.get(token.clusterId)?.provisioningKey ?? ''),
    });
  const list = (request: FastifyRequest, wanted: (token: RegistrationToken) => boolean) => {
    const views = tokens
      .list()
      .filter(wanted)
      .map((token) => view(request, token));
    return normanCollection(request, { resourceType: 'clusterRegistrationToken' }, views);
  };
  const post = async (request: FastifyRequest) => {
    const { clusterId, labels } = newToken.parse(request.body ?? {});
    if (clusterId === '') throw new RancherError(422, 'MissingRequired', '', 'clusterId');
    if (!hasNamespace(store, clusterId)) throw notFound(`namespaces "${clusterId}" not found`);
    return view(
      request,
      tokens.makeUnnamed(clusterId, { labels: { ...CREATED, ...labels }, creatorId: callerOf(request).userId }),
    );
  };

  app.get('/clusters/:cluster/clusterregistrationtokens', async (request) => {
    const { cluster } = z.object({ cluster: z.string() }).parse(request.params);
    return list(request, ({ clusterId }) => clusterId === cluster);
  });
  for (const path of PATHS) {
    app.get(path, async (request) => list(request, () => true));
    app.post(path, async (request, reply) => reply.code(201).send(await post(request)));
    app.get(`${path}/:id`, async (request) => view(request, get(request)));
    // The answer to a PUT leaves out the token's value, although the commands in the answer contain the value.
    app.put(`${path}/:id`, async (request) => {
      const token = get(request);
      const { labels } = newToken.parse(request.body ?? {});
      if (labels) Object.assign(token, { labels: { ...CREATED, ...labels }, resourceVersion: nextRevision() });
      return { ...view(request, token), token: '' };
    });
    app.delete(`${path}/:id`, async (request, reply) => {
      tokens.remove(get(request));
      return reply.code(204).type('application/json').send();
    });
  }
}
