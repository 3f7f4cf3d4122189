import type { Uuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { nodeOperationOf } from '../clusters/node-operation.ts';
import type { Node } from './node.ts';

/**
 * The owner of the credential with which machines join. The machines of a cluster's creation share one; each node that
 * is added later has its own. It is deleted when they have joined.
 */
export type CredentialOwner = { kind: 'cluster' | 'node'; uuid: Uuid };

const ofCluster = (uuid: Uuid): CredentialOwner => ({ kind: 'cluster', uuid });
const ofNode = (uuid: Uuid): CredentialOwner => ({ kind: 'node', uuid });

/** For the machines that an operation creates. */
export function credentialOwner(cluster: Pick<Cluster, 'uuid' | 'nodeOperations'>, operationUuid: Uuid) {
  const own = nodeOperationOf(cluster, operationUuid);
  return own ? ofNode(own.nodeUuid) : ofCluster(cluster.uuid);
}

type Born = Pick<Node, 'uuid' | 'clusterUuid' | 'hasOwnCredential'>;
/** For one machine. */
export const credentialOwnerOf = ({ uuid, clusterUuid, hasOwnCredential }: Born): CredentialOwner =>
  hasOwnCredential ? ofNode(uuid) : ofCluster(clusterUuid);

/** All that a cluster may have: its own, and those of nodes with an unfinished or failed addition. */
export const credentialOwnersIn = ({ uuid }: Pick<Cluster, 'uuid'>, nodes: readonly Born[]): CredentialOwner[] => [
  ofCluster(uuid),
  ...nodes.filter((node) => node.hasOwnCredential).map((node) => ofNode(node.uuid)),
];
