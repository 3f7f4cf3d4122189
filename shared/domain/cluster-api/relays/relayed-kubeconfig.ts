import { parseDocument } from 'yaml';
import { BackendContractBroken } from '#shared/errors';

/**
 * The kubeconfig with which Cluster API's managers reach a cluster, with the address of its Service in place of one that
 * only the tenant's network reaches. Undefined if it has that address already.
 * @throws BackendContractBroken if the text is no kubeconfig
 */
export function relayedKubeconfig(kubeconfig: string, serverName: string): string | undefined {
  const document = parseDocument(kubeconfig);
  const path = ['clusters', 0, 'cluster', 'server'];
  const server = document.errors.length === 0 ? document.getIn(path) : undefined;
  if (typeof server !== 'string') throw new BackendContractBroken('The kubeconfig of Cluster API names no server.');
  const wanted = `https://${serverName}:6443`;
  if (server === wanted) return undefined;
  document.setIn(path, wanted);
  return document.toString({ lineWidth: 0 });
}
