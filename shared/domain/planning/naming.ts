import type { Uuid } from '../_core/identifier.ts';
import type { NodeRole } from './order-attributes.ts';

/**
 * Names and tags are pure functions of the plan: others parse them, and we find our things again by them
 * (docs/spec/nodes.md#how-nodes-are-recognized).
 */

/** `my-cluster-rancher-node-agent-1` (docs/spec/orders.md#planned-nodes): the lowest number from 1 that is free. Adds it to `taken`. */
export function nextNodeName(clusterName: string, role: NodeRole, taken: Set<string>): string {
  let index = 1;
  while (taken.has(`${clusterName}-rancher-node-${role}-${index}`)) index += 1;
  const name = `${clusterName}-rancher-node-${role}-${index}`;
  taken.add(name);
  return name;
}

/** Nova server tags: at most 60 characters, neither comma nor slash (facts of a real 2026.2, no. 40). */
export const clusterTag = (clusterUuid: Uuid): string => `paddock:cluster:${clusterUuid}`;
export const nodeTag = (nodeUuid: Uuid): string => `${NODE_TAG}${nodeUuid}`;
/** The node that a server says it is. */
export const nodeOfTags = (tags: readonly string[]): Uuid | undefined =>
  tags.find((tag) => tag.startsWith(NODE_TAG))?.slice(NODE_TAG.length);
const NODE_TAG = 'paddock:node:';
/** Which of Rancher's clusters the machine was born to join: its user data holds the way there, and no other. */
export const rancherTag = (managementId: string): string => `${RANCHER_TAG}${managementId}`;
const RANCHER_TAG = 'paddock:rancher:';
/** Whether a server was made for a cluster in Rancher that is gone since. */
export const isMadeForAnother = (tags: readonly string[], managementId: string): boolean =>
  tags.some((tag) => tag.startsWith(RANCHER_TAG) && tag !== rancherTag(managementId));

/** Neutron ignores tags in a create request (facts, no. 31), so a port is known by its name. */
export const portName = (nodeName: string, clusterUuid: Uuid): string => `${nodeName}.${clusterUuid}`;
export const isPortOf = (clusterUuid: Uuid, name: string): boolean => name.endsWith(`.${clusterUuid}`);

/** A floating IP has no name, and tags cannot be given when it is made: its description says whose it is. */
export const floatingIpDescription = (nodeUuid: Uuid, clusterUuid: Uuid): string =>
  `${nodeTag(nodeUuid)} ${clusterTag(clusterUuid)}`;
export const isFloatingIpOf = (clusterUuid: Uuid, description: string): boolean =>
  description.endsWith(clusterTag(clusterUuid));

/** Labels on what we make in Rancher. */
export const rancherLabels = (clusterUuid: Uuid): Record<string, string> => ({ [CLUSTER_LABEL]: clusterUuid });
export const CLUSTER_LABEL = 'paddock.cloud/cluster';
/** Whether it was made for a cluster of Paddock's, by whichever provider or stage: several may share a Rancher. */
export const hasClusterLabel = (labels: Readonly<Record<string, string>>): boolean => CLUSTER_LABEL in labels;

/** The registry account beside the cluster, under the beginning that Rancher's own pages give such secrets. */
export const registrySecretName = (clusterUuid: Uuid): string => `registryconfig-auth-${clusterUuid}`;

/** … and, beside the cluster's, on what is one node's. */
export const rancherNodeLabels = (nodeUuid: Uuid): Record<string, string> => ({ 'paddock.cloud/node': nodeUuid });

type RancherUserRef = { settingsUuid: Uuid; userUuid: Uuid };
/** … and on an account: whose it is, and at which of the providers that may share a Rancher. */
export const rancherUserLabels = ({ settingsUuid, userUuid }: RancherUserRef): Record<string, string> => ({
  'paddock.cloud/provider': settingsUuid,
  'paddock.cloud/user': userUuid,
});
/** Whose account it is; undefined for others than the provider's. */
export const userOfLabels = (labels: Record<string, string>, settingsUuid: Uuid): Uuid | undefined =>
  labels['paddock.cloud/provider'] === settingsUuid ? labels['paddock.cloud/user'] : undefined;

type Registration = { uuid: Uuid; claimsUuid?: Uuid | undefined };
type Named = { settingsUuid: Uuid; claimsUuid?: Uuid | undefined; name: string; provisioningName?: string | undefined };
/**
 * Under which uuid a provider claims names and clusters of its Rancher: one for all registrations of the same
 * (docs/decisions/0044-a-rancher-is-one-however-often-it-is-registered.md).
 */
export const claimsUuidOfSettings = ({ uuid, claimsUuid = uuid }: Registration): Uuid => claimsUuid;
/** … and where those of a cluster are. */
export const claimsUuidOf = ({ settingsUuid, claimsUuid = settingsUuid }: Omit<Named, 'name'>): Uuid => claimsUuid;

/** Keys of claims: what exists once, and is refused the second time. Of a Rancher it is held by its `claimsUuid`. */
export const rancherClaim = (identity: string): string => `rancher/${encodeURIComponent(identity)}`;
export const clusterNameClaim = (claimsUuid: Uuid, name: string): string => `cluster-name/${claimsUuid}/${name}`;
/** All names that a cluster holds: its Kubernetes object keeps the one it was made with. */
export const clusterNameClaims = (cluster: Named): string[] =>
  [...new Set([cluster.name, cluster.provisioningName ?? cluster.name])].map((name) =>
    clusterNameClaim(claimsUuidOf(cluster), name),
  );
/** A cluster that Rancher had before us is imported once. */
export const importClaim = (claimsUuid: Uuid, backendId: string): string => `import/${claimsUuid}/${backendId}`;
/** What nobody else has in the cluster's Rancher: its names, and that it was imported. */
export const heldClaims = (cluster: Named & { backendId: string; imported?: object | undefined }): string[] => [
  ...clusterNameClaims(cluster),
  ...(cluster.imported ? [importClaim(claimsUuidOf(cluster), cluster.backendId)] : []),
];
export const nodeNameClaim = (settingsUuid: Uuid, name: string): string => `node-name/${settingsUuid}/${name}`;
/** Nobody else learns which slugs a customer has given. */
export const offeringSlugClaim = (customerUuid: Uuid, slug: string): string => `offering-slug/${customerUuid}/${slug}`;
/** A managed order's name, which its resource keeps, is used once in a project. */
export const resourceNameClaim = (projectUuid: Uuid, name: string): string => `resource-name/${projectUuid}/${name}`;
/** Two node networks of one stage never overlap: they are all /24s. */
export const nodeNetworkClaim = (cidr: string): string => `node-network/${cidr}`;
/** An OpenStack project is registered once in each of ours. */
export const tenantClaim = (settingsUuid: Uuid, backendId: string, projectUuid: Uuid): string =>
  `tenant/${settingsUuid}/${backendId}/${projectUuid}`;

/**
 * What a cluster, or a node that is added to one, has in Vault (docs/spec/backends.md#vault); the path is below the KV mount `secret`. A
 * node's has the same beginning, since that is what operators give us the right to.
 */
export const vaultNames = (ownerUuid: Uuid) => ({
  policy: `rancher-provisioning-policy-${ownerUuid}`,
  role: `rancher-provisioning-role-${ownerUuid}`,
  secretPath: `rancher/cluster-${ownerUuid}`,
});

/** Argo CD's Secret of the cluster (docs/spec/backends.md#kubeconfig-and-argo-cd). */
export const argocdSecretName = (clusterUuid: Uuid): string => `cluster-${clusterUuid}`;
/** … and its labels: Longhorn is installed by an ApplicationSet that looks for the second. */
export const argocdLabels = (clusterUuid: Uuid, installLonghorn: boolean): Record<string, string> => ({
  ...rancherLabels(clusterUuid),
  ...(installLonghorn && { 'k8s.waldur.com/longhorn-enabled': 'true' }),
});
/** Description of the cluster's API keys in Rancher, by which they are found again. */
export const argocdTokenDescription = (clusterUuid: Uuid): string => `paddock:argocd:${clusterUuid}`;
/** … and of those in kubeconfigs, which name who asked for one. */
export const kubeconfigTokenDescription = (clusterUuid: Uuid, userUuid: Uuid): string =>
  `${KUBECONFIG_TOKEN}${clusterUuid}:${userUuid}`;
const KUBECONFIG_TOKEN = 'paddock:kubeconfig:';
export const isKubeconfigTokenOf = (clusterUuid: Uuid, description: string): boolean =>
  description.startsWith(`${KUBECONFIG_TOKEN}${clusterUuid}:`);
