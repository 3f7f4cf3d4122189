import type { Uuid } from '../_core/identifier.ts';
import type { NodeRole } from './order-attributes.ts';

/**
 * Names and tags follow from the plan alone. Other programs parse them, and we find our objects by them
 * (docs/spec/nodes.md#how-nodes-are-recognized).
 */

/**
 * The name of a new node, such as `my-cluster-rancher-node-agent-1` (docs/spec/orders.md#planned-nodes), with the
 * lowest free number from 1. Adds the name to `taken`.
 */
export function nextNodeName(clusterName: string, role: NodeRole, taken: Set<string>): string {
  let index = 1;
  while (taken.has(`${clusterName}-rancher-node-${role}-${index}`)) index += 1;
  const name = `${clusterName}-rancher-node-${role}-${index}`;
  taken.add(name);
  return name;
}

/** Tags of a Nova server: at most 60 characters, without comma and slash (facts of a real 2026.2, no. 40). */
export const clusterTag = (clusterUuid: Uuid): string => `paddock:cluster:${clusterUuid}`;
export const nodeTag = (nodeUuid: Uuid): string => `${NODE_TAG}${nodeUuid}`;
/** The uuid of the node that a server's tag names. */
export const nodeOfTags = (tags: readonly string[]): Uuid | undefined =>
  tags.find((tag) => tag.startsWith(NODE_TAG))?.slice(NODE_TAG.length);
const NODE_TAG = 'paddock:node:';
/** Tag with the cluster in Rancher that the machine was created to join. Its user data cannot join another cluster. */
export const rancherTag = (managementId: string): string => `${RANCHER_TAG}${managementId}`;
const RANCHER_TAG = 'paddock:rancher:';
/** Whether a server was created to join another cluster in Rancher, which no longer exists. */
export const isMadeForAnother = (tags: readonly string[], managementId: string): boolean =>
  tags.some((tag) => tag.startsWith(RANCHER_TAG) && tag !== rancherTag(managementId));

/** Name of a port, by which the port is found again. Neutron ignores tags in a create request (facts, no. 31). */
export const portName = (nodeName: string, clusterUuid: Uuid): string => `${nodeName}.${clusterUuid}`;
export const isPortOf = (clusterUuid: Uuid, name: string): boolean => name.endsWith(`.${clusterUuid}`);

/** Description of a floating IP, which names its owner. A floating IP has no name, and cannot get tags when it is created. */
export const floatingIpDescription = (nodeUuid: Uuid, clusterUuid: Uuid): string =>
  `${nodeTag(nodeUuid)} ${clusterTag(clusterUuid)}`;
export const isFloatingIpOf = (clusterUuid: Uuid, description: string): boolean =>
  description.endsWith(clusterTag(clusterUuid));

/** Labels of objects that Paddock creates in Rancher. */
export const rancherLabels = (clusterUuid: Uuid): Record<string, string> => ({ [CLUSTER_LABEL]: clusterUuid });
export const CLUSTER_LABEL = 'paddock.cloud/cluster';
/** Whether any Paddock created the object. Several providers and stages may share a Rancher. */
export const hasClusterLabel = (labels: Readonly<Record<string, string>>): boolean => CLUSTER_LABEL in labels;

/** Name of the Secret with the account of the private registry. Rancher's own pages use the same prefix. */
export const registrySecretName = (clusterUuid: Uuid): string => `registryconfig-auth-${clusterUuid}`;

/** Label on objects in Rancher that belong to one node. They also have the cluster's label. */
export const rancherNodeLabels = (nodeUuid: Uuid): Record<string, string> => ({ 'paddock.cloud/node': nodeUuid });

type RancherUserRef = { settingsUuid: Uuid; userUuid: Uuid };
/** Labels on an account: its user and its provider, because several providers may share a Rancher. */
export const rancherUserLabels = ({ settingsUuid, userUuid }: RancherUserRef): Record<string, string> => ({
  'paddock.cloud/provider': settingsUuid,
  'paddock.cloud/user': userUuid,
});
/** The user of an account. Undefined for accounts of other providers. */
export const userOfLabels = (labels: Record<string, string>, settingsUuid: Uuid): Uuid | undefined =>
  labels['paddock.cloud/provider'] === settingsUuid ? labels['paddock.cloud/user'] : undefined;

type Registration = { uuid: Uuid; claimsUuid?: Uuid | undefined };
type Named = { settingsUuid: Uuid; claimsUuid?: Uuid | undefined; name: string; provisioningName?: string | undefined };
/**
 * The uuid under which a provider claims names and clusters of its Rancher. All registrations of one Rancher share it
 * (docs/decisions/0044-a-rancher-is-one-however-often-it-is-registered.md).
 */
export const claimsUuidOfSettings = ({ uuid, claimsUuid = uuid }: Registration): Uuid => claimsUuid;
/** The uuid under which a cluster's claims are held. */
export const claimsUuidOf = ({ settingsUuid, claimsUuid = settingsUuid }: Omit<Named, 'name'>): Uuid => claimsUuid;

/** Claims keep values unique. Claims of names in a Rancher belong to its `claimsUuid`. */
export const rancherClaim = (identity: string): string => `rancher/${encodeURIComponent(identity)}`;
export const clusterNameClaim = (claimsUuid: Uuid, name: string): string => `cluster-name/${claimsUuid}/${name}`;
/** Claims of all names that a cluster holds. After a rename it also holds its first name, which its Kubernetes object keeps. */
export const clusterNameClaims = (cluster: Named): string[] =>
  [...new Set([cluster.name, cluster.provisioningName ?? cluster.name])].map((name) =>
    clusterNameClaim(claimsUuidOf(cluster), name),
  );
/** Claim by which a cluster that Rancher already had is imported only once. */
export const importClaim = (claimsUuid: Uuid, backendId: string): string => `import/${claimsUuid}/${backendId}`;
/** All claims that the cluster holds in its Rancher: its names and its import. */
export const heldClaims = (cluster: Named & { backendId: string; imported?: object | undefined }): string[] => [
  ...clusterNameClaims(cluster),
  ...(cluster.imported ? [importClaim(claimsUuidOf(cluster), cluster.backendId)] : []),
];
export const nodeNameClaim = (settingsUuid: Uuid, name: string): string => `node-name/${settingsUuid}/${name}`;
/** Slugs are unique for each customer only, so that nobody learns the slugs of other customers. */
export const offeringSlugClaim = (customerUuid: Uuid, slug: string): string => `offering-slug/${customerUuid}/${slug}`;
/** Claim that keeps the names of managed orders' resources unique in a project. */
export const resourceNameClaim = (projectUuid: Uuid, name: string): string => `resource-name/${projectUuid}/${name}`;
/** Node networks of a stage never overlap: all are /24, so different claims are different networks. */
export const nodeNetworkClaim = (cidr: string): string => `node-network/${cidr}`;
/** Claim by which an OpenStack project can be registered only once in each of our projects. */
export const tenantClaim = (settingsUuid: Uuid, backendId: string, projectUuid: Uuid): string =>
  `tenant/${settingsUuid}/${backendId}/${projectUuid}`;

/**
 * Names in Vault for a cluster or an added node (docs/spec/backends.md#vault). The path is below the KV mount `secret`.
 * Added nodes use the same prefix as clusters, because operators give us rights to that prefix.
 */
export const vaultNames = (ownerUuid: Uuid) => ({
  policy: `rancher-provisioning-policy-${ownerUuid}`,
  role: `rancher-provisioning-role-${ownerUuid}`,
  secretPath: `rancher/cluster-${ownerUuid}`,
});

/** Name of the cluster's Secret in Argo CD (docs/spec/backends.md#kubeconfig-and-argo-cd). */
export const argocdSecretName = (clusterUuid: Uuid): string => `cluster-${clusterUuid}`;
/** Labels of the cluster's Secret in Argo CD. An ApplicationSet installs Longhorn in clusters with the Longhorn label. */
export const argocdLabels = (clusterUuid: Uuid, installLonghorn: boolean): Record<string, string> => ({
  ...rancherLabels(clusterUuid),
  ...(installLonghorn && { 'k8s.waldur.com/longhorn-enabled': 'true' }),
});
/** Description of the cluster's API keys in Rancher. The keys are found by it. */
export const argocdTokenDescription = (clusterUuid: Uuid): string => `paddock:argocd:${clusterUuid}`;
/** Description of the API key in a kubeconfig, which names the user. */
export const kubeconfigTokenDescription = (clusterUuid: Uuid, userUuid: Uuid): string =>
  `${KUBECONFIG_TOKEN}${clusterUuid}:${userUuid}`;
const KUBECONFIG_TOKEN = 'paddock:kubeconfig:';
export const isKubeconfigTokenOf = (clusterUuid: Uuid, description: string): boolean =>
  description.startsWith(`${KUBECONFIG_TOKEN}${clusterUuid}:`);
