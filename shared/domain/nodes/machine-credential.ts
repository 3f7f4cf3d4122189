import type { Uuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { nodeOperationOf } from '../clusters/node-operation.ts';
import type { Node } from './node.ts';

/**
 * Whom the credential that machines are born with was made for: all machines of a cluster's creation have one, and each node that is
 * added later has one of its own. It is gone when they have joined.
 */
export type CredentialOwner = { kind: 'cluster' | 'node'; uuid: Uuid };

const ofCluster = (uuid: Uuid): CredentialOwner => ({ kind: 'cluster', uuid });
const ofNode = (uuid: Uuid): CredentialOwner => ({ kind: 'node', uuid });

/** Of the machines that an operation makes. */
export function credentialOwner(cluster: Pick<Cluster, 'uuid' | 'nodeOperations'>, operationUuid: Uuid) {
  const own = nodeOperationOf(cluster, operationUuid);
  return own ? ofNode(own.nodeUuid) : ofCluster(cluster.uuid);
}

type Born = Pick<Node, 'uuid' | 'clusterUuid' | 'hasOwnCredential'>;
/** Of one machine. */
export const credentialOwnerOf = ({ uuid, clusterUuid, hasOwnCredential }: Born): CredentialOwner =>
  hasOwnCredential ? ofNode(uuid) : ofCluster(clusterUuid);

/** All that a cluster may have: its own, and those of nodes whose addition has not come to its end, or not well. */
export const credentialOwnersIn = ({ uuid }: Pick<Cluster, 'uuid'>, nodes: readonly Born[]): CredentialOwner[] => [
  ofCluster(uuid),
  ...nodes.filter((node) => node.hasOwnCredential).map((node) => ofNode(node.uuid)),
];
