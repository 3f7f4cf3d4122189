import { parseDocument } from 'yaml';
import { BackendContractBroken } from '#shared/errors';

/**
 * Changes the kubeconfig with which the controllers of Cluster API reach a cluster. The server becomes the cluster's
 * Service, because the original address can be reached only from the tenant's network. Undefined if the server is
 * already the Service.
 * @throws BackendContractBroken if the text is no kubeconfig
 */
export function relayedKubeconfig(kubeconfig: string, serverName: string): string | undefined {
  const document = parseDocument(kubeconfig);
  const path = ['clusters', 0, 'cluster', 'server'];
  const server = document.errors.length === 0 ? document.getIn(path) : undefined;
  if (typeof server !== 'string')
    throw new BackendContractBroken('The kubeconfig with which Cluster API reaches the cluster has no server.');
  const wanted = `https://${serverName}:6443`;
  if (server === wanted) return undefined;
  document.setIn(path, wanted);
  return document.toString({ lineWidth: 0 });
}
