import { z } from 'zod';
import { addressOf, kubernetesObject } from '#shared/domain/cluster-contents/kubernetes-object';
import type { RancherContents } from '../../../ports/rancher/contents.ts';
import { path } from '../../json-client.ts';
import { listingBounds } from '../../list-selection.ts';
import type { RancherSession } from '../rancher-session.ts';
import { objectPath } from './cluster-objects.ts';
import { contentSchema } from './contents.ts';
import { objectState } from './object-state.ts';

const PAGE_SIZE = 500;
/** Makes Kubernetes answer with a table, whose rows have no values of secrets. */
const AS_TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
const table = z.object({
  metadata: z.object({ continue: z.string().nullish() }),
  rows: z.array(z.object({ object: z.object({ metadata: z.object({ name: z.string() }) }) })).nullish(),
});

function withState(found: unknown): unknown {
  const { metadata, ...object } = kubernetesObject.parse(found);
  return { ...object, metadata: { ...metadata, state: { name: objectState(found) } } };
}

/**
 * Reads contents of a cluster from its Kubernetes API instead of Steve. Rancher honours an impersonation only there, so
 * Kubernetes decides what the user may read.
 */
export const contentObjects = (session: RancherSession): Pick<RancherContents, 'findContent' | 'listSecretNames'> => ({
  findContent(clusterId, type, id) {
    const [first = '', second] = id.split('/', 2);
    const at = second === undefined ? { name: first, namespaceName: '' } : { name: second, namespaceName: first };
    const reply = z.preprocess(withState, contentSchema(type));
    return session.find({ op: 'findContent', path: objectPath(clusterId, addressOf({ type, ...at })), reply });
  },

  async listSecretNames(clusterId, namespace) {
    const read = listingBounds('Rancher', 'listSecretNames');
    const names: string[] = [];
    for (let from: string | undefined = ''; from !== undefined; ) {
      const query = { limit: PAGE_SIZE, ...(from !== '' && { continue: from }) };
      const page: z.infer<typeof table> = await read(
        () =>
          session.exchange({
            op: 'listSecretNames',
            method: 'GET',
            path: path`/k8s/clusters/${clusterId}/api/v1/namespaces/${namespace}/secrets`,
            query,
            headers: AS_TABLE,
            reply: table,
          }),
        ({ rows }) => rows?.length ?? 0,
      );
      names.push(...(page.rows ?? []).map(({ object }) => object.metadata.name));
      from = page.metadata.continue || undefined;
    }
    return names;
  },
});
