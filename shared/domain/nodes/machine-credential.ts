import type { Uuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { nodeOperationOf } from '../clusters/node-operation.ts';
import type { Node } from './node.ts';

/**
 * The cluster or node that owns a credential. Machines need the credential to join. Machines that are created together
 * with the cluster share the credential of the cluster. A node that is added later has its own credential. A credential
 * is deleted when its machines have joined.
 */
export type CredentialOwner = { kind: 'cluster' | 'node'; uuid: Uuid };

const ofCluster = (uuid: Uuid): CredentialOwner => ({ kind: 'cluster', uuid });
const ofNode = (uuid: Uuid): CredentialOwner => ({ kind: 'node', uuid });

/** The owner of the credential for the machines that this operation creates. */
export function credentialOwner(cluster: Pick<Cluster, 'uuid' | 'nodeOperations'>, operationUuid: Uuid) {
  const own = nodeOperationOf(cluster, operationUuid);
  return own ? ofNode(own.nodeUuid) : ofCluster(cluster.uuid);
}

type Born = Pick<Node, 'uuid' | 'clusterUuid' | 'hasOwnCredential'>;
export const credentialOwnerOf = ({ uuid, clusterUuid, hasOwnCredential }: Born): CredentialOwner =>
  hasOwnCredential ? ofNode(uuid) : ofCluster(clusterUuid);

/**
 * The owners of all credentials that may still exist: the cluster, and the nodes whose addition has failed or is not
 * complete.
 */
export const credentialOwnersIn = ({ uuid }: Pick<Cluster, 'uuid'>, nodes: readonly Born[]): CredentialOwner[] => [
  ofCluster(uuid),
  ...nodes.filter((node) => node.hasOwnCredential).map((node) => ofNode(node.uuid)),
];
