import { z } from 'zod';
import { KINDS, OF_CLUSTER } from '#shared/domain/cluster-api/kubernetes-object';
import { relayedKubeconfig } from '#shared/domain/cluster-api/relays/relayed-kubeconfig';
import type { ClusterApi } from '#shared/ports/cluster-api';

const secret = z.object({ data: z.object({ value: z.base64() }) });

/**
 * Writes the name of a cluster's Service into the kubeconfig with which Cluster API's controllers reach the cluster.
 * Cluster API creates this kubeconfig with the internal address. When Cluster API renews the certificate in the
 * kubeconfig, the address there stays as it is. A Secret of another cluster is not changed.
 */
export async function relayKubeconfig(api: ClusterApi, capiName: string, serverName: string): Promise<void> {
  const name = `${capiName}-kubeconfig`;
  const found = await api.find(KINDS.secret, name);
  const read = secret.safeParse(found?.metadata.labels[OF_CLUSTER] === capiName ? found : undefined);
  if (!read.success) return;
  const relayed = relayedKubeconfig(Buffer.from(read.data.data.value, 'base64').toString(), serverName);
  if (relayed === undefined) return;
  const data = { value: Buffer.from(relayed).toString('base64') };
  await api.merge({ ...KINDS.secret, metadata: { name }, data });
}
