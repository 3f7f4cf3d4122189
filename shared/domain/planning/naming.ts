import { derivedUuid, type Uuid } from '../_core/identifier.ts';
import type { NodeRole } from './order-attributes.ts';

/**
 * Names and tags are computed from the plan alone. Paddock finds its objects by these names and tags
 * (docs/spec/nodes.md#how-nodes-are-recognized), and other programs parse them.
 */

/**
 * The name of a new node, such as `my-cluster-rancher-node-agent-1` (docs/spec/orders.md#planned-nodes). The name gets
 * the lowest free number from 1, and is added to `taken`.
 */
export function nextNodeName(clusterName: string, role: NodeRole, taken: Set<string>): string {
  let index = 1;
  while (taken.has(`${clusterName}-rancher-node-${role}-${index}`)) index += 1;
  const name = `${clusterName}-rancher-node-${role}-${index}`;
  taken.add(name);
  return name;
}

/** Tags of a Nova server have at most 60 characters, without comma and slash (measured on OpenStack 2026.2). */
export const clusterTag = (clusterUuid: Uuid): string => `paddock:cluster:${clusterUuid}`;
export const nodeTag = (nodeUuid: Uuid): string => `${NODE_TAG}${nodeUuid}`;
/** The uuid of the node that a server's tag names. */
export const nodeOfTags = (tags: readonly string[]): Uuid | undefined =>
  tags.find((tag) => tag.startsWith(NODE_TAG))?.slice(NODE_TAG.length);
const NODE_TAG = 'paddock:node:';
/**
 * A machine's user data works only for the cluster for which the machine was created. This tag contains Rancher's id of
 * the cluster.
 */
export const rancherTag = (managementId: string): string => `${RANCHER_TAG}${managementId}`;
const RANCHER_TAG = 'paddock:rancher:';
/**
 * Whether a server's tag names another Rancher id than `managementId`. Such a server was created to join an earlier
 * cluster, which no longer exists in Rancher.
 */
export const isMadeForAnother = (tags: readonly string[], managementId: string): boolean =>
  tags.some((tag) => tag.startsWith(RANCHER_TAG) && tag !== rancherTag(managementId));

/**
 * Paddock finds a port by its name, because Neutron ignores tags in a create request (measured on OpenStack 2026.2).
 */
export const portName = (nodeName: string, clusterUuid: Uuid): string => `${nodeName}.${clusterUuid}`;
export const isPortOf = (clusterUuid: Uuid, name: string): boolean => name.endsWith(`.${clusterUuid}`);

/**
 * The description of a floating IP has the tags of its node and cluster. A floating IP has no name, and Neutron ignores
 * tags in the request that creates a floating IP.
 */
export const floatingIpDescription = (nodeUuid: Uuid, clusterUuid: Uuid): string =>
  `${nodeTag(nodeUuid)} ${clusterTag(clusterUuid)}`;
export const isFloatingIpOf = (clusterUuid: Uuid, description: string): boolean =>
  description.endsWith(clusterTag(clusterUuid));

/**
 * A cluster in one of its tenants. In each tenant, the cluster has an application credential of its own. `generation`
 * counts the rotations of the credential.
 */
export type CredentialPlace = { clusterUuid: Uuid; tenantUuid: Uuid; generation?: number | undefined };
/** Names of application credentials are unique within an account in Keystone. */
export const clusterCredentialName = ({ clusterUuid, tenantUuid, generation = 0 }: CredentialPlace): string =>
  `paddock-${clusterUuid}-${tenantUuid}${generation > 0 ? `-${generation}` : ''}`;
/** Whether `name` is the name of a credential of the cluster in this tenant, of any generation. */
export const isCredentialName = (place: CredentialPlace, name: string): boolean => {
  const first = clusterCredentialName({ ...place, generation: 0 });
  return name === first || (name.startsWith(`${first}-`) && /^\d+$/.test(name.slice(first.length + 1)));
};
/** The uuid in the name of a secret. This secret contains the cluster's application credential for one tenant. */
export const clusterCredentialUuid = ({ clusterUuid, tenantUuid }: CredentialPlace): Uuid =>
  derivedUuid(clusterUuid, `cloud-credential/${tenantUuid}`);
/** The description of an application credential names the cluster for people, and ends with the cluster's tag. */
export const clusterCredentialDescription = (clusterUuid: Uuid, clusterName: string): string =>
  `Machines of cluster ${clusterName} ${clusterTag(clusterUuid)}`;
/**
 * The only roles of a cluster's application credential. With the role `member`, programs can create and delete servers,
 * volumes, ports and key pairs of the project.
 */
export const CLUSTER_CREDENTIAL_ROLES: readonly string[] = ['member'];
export const isCredentialOf = (clusterUuid: Uuid, description: string): boolean =>
  description.endsWith(` ${clusterTag(clusterUuid)}`);

/** Labels of objects that Paddock creates in Rancher. */
export const rancherLabels = (clusterUuid: Uuid): Record<string, string> => ({ [CLUSTER_LABEL]: clusterUuid });
export const CLUSTER_LABEL = 'paddock.cloud/cluster';
/**
 * Whether Paddock created the object, in any stage and for any provider. Several stages and providers may share a
 * Rancher.
 */
export const hasClusterLabel = (labels: Readonly<Record<string, string>>): boolean => CLUSTER_LABEL in labels;

/** Name of the Secret with the login to the private registry. Rancher's web interface uses the same prefix. */
export const registrySecretName = (clusterUuid: Uuid): string => `registryconfig-auth-${clusterUuid}`;

/** Labels of objects in Rancher that belong to one node. These objects also have the cluster's labels. */
export const rancherNodeLabels = (nodeUuid: Uuid): Record<string, string> => ({ 'paddock.cloud/node': nodeUuid });

type RancherUserRef = { settingsUuid: Uuid; userUuid: Uuid };
/** Labels of an account in Rancher: its user and its provider. Several providers may share a Rancher. */
export const rancherUserLabels = ({ settingsUuid, userUuid }: RancherUserRef): Record<string, string> => ({
  'paddock.cloud/provider': settingsUuid,
  'paddock.cloud/user': userUuid,
});
/** The user of an account in Rancher. Undefined for accounts of other providers. */
export const userOfLabels = (labels: Record<string, string>, settingsUuid: Uuid): Uuid | undefined =>
  labels['paddock.cloud/provider'] === settingsUuid ? labels['paddock.cloud/user'] : undefined;

type Registration = { uuid: Uuid; claimsUuid?: Uuid | undefined };
type Named = { settingsUuid: Uuid; claimsUuid?: Uuid | undefined; name: string; provisioningName?: string | undefined };
/**
 * Several providers may be registered with one Rancher. They claim names and clusters under one common uuid
 * (docs/decisions/0044-a-rancher-is-one-however-often-it-is-registered.md).
 */
export const claimsUuidOfSettings = ({ uuid, claimsUuid = uuid }: Registration): Uuid => claimsUuid;
/** The uuid under which a cluster's claims are made. */
export const claimsUuidOf = ({ settingsUuid, claimsUuid = settingsUuid }: Omit<Named, 'name'>): Uuid => claimsUuid;

/**
 * Claims keep values unique. This claim makes sure that a Rancher has only one `claimsUuid`. Claims of cluster names in
 * this Rancher contain this `claimsUuid`.
 */
export const rancherClaim = (identity: string): string => `rancher/${encodeURIComponent(identity)}`;
export const clusterNameClaim = (claimsUuid: Uuid, name: string): string => `cluster-name/${claimsUuid}/${name}`;
/**
 * Claims of all names of a cluster. A renamed cluster also claims its first name, because its Kubernetes object in
 * Rancher keeps that name.
 */
export const clusterNameClaims = (cluster: Named): string[] =>
  [...new Set([cluster.name, cluster.provisioningName ?? cluster.name])].map((name) =>
    clusterNameClaim(claimsUuidOf(cluster), name),
  );
/** With this claim, a cluster can be imported only once. */
export const importClaim = (claimsUuid: Uuid, backendId: string): string => `import/${claimsUuid}/${backendId}`;
/**
 * All claims of the cluster in its Rancher: those of its names and, if the cluster was imported, that of the import.
 */
export const heldClaims = (cluster: Named & { backendId: string; imported?: object | undefined }): string[] => [
  ...clusterNameClaims(cluster),
  ...(cluster.imported ? [importClaim(claimsUuidOf(cluster), cluster.backendId)] : []),
];
export const nodeNameClaim = (settingsUuid: Uuid, name: string): string => `node-name/${settingsUuid}/${name}`;
/**
 * Claim of an offering's slug. Slugs are unique within a customer, so that no customer learns the slugs of other
 * customers.
 */
export const offeringSlugClaim = (customerUuid: Uuid, slug: string): string => `offering-slug/${customerUuid}/${slug}`;
/** Claim of the name of a resource that a managed order creates. Names of these resources are unique in a project. */
export const resourceNameClaim = (projectUuid: Uuid, name: string): string => `resource-name/${projectUuid}/${name}`;
/** Claim of a node network. All node networks of a stage are /24 networks, so different networks cannot overlap. */
export const nodeNetworkClaim = (cidr: string): string => `node-network/${cidr}`;
/** With this claim, an OpenStack project can be registered only once in each project of Paddock. */
export const tenantClaim = (settingsUuid: Uuid, backendId: string, projectUuid: Uuid): string =>
  `tenant/${settingsUuid}/${backendId}/${projectUuid}`;

/**
 * Names in Vault for a cluster or an added node (docs/spec/backends.md#vault). The path is below the KV mount `secret`.
 * All names have one prefix, because operators give Paddock rights for this prefix only.
 */
export const vaultNames = (ownerUuid: Uuid) => ({
  policy: `rancher-provisioning-policy-${ownerUuid}`,
  role: `rancher-provisioning-role-${ownerUuid}`,
  secretPath: `rancher/cluster-${ownerUuid}`,
});

/** Name of the cluster's Secret in Argo CD (docs/spec/backends.md#kubeconfig-and-argo-cd). */
export const argocdSecretName = (clusterUuid: Uuid): string => `cluster-${clusterUuid}`;
/**
 * Labels of the cluster's Secret in Argo CD. An ApplicationSet installs Longhorn in all clusters with the label for
 * Longhorn.
 */
export const argocdLabels = (clusterUuid: Uuid, installLonghorn: boolean): Record<string, string> => ({
  ...rancherLabels(clusterUuid),
  ...(installLonghorn && { 'k8s.waldur.com/longhorn-enabled': 'true' }),
});
/**
 * Description of the Rancher API keys that Argo CD uses for the cluster. Paddock finds the keys by their description.
 */
export const argocdTokenDescription = (clusterUuid: Uuid): string => `paddock:argocd:${clusterUuid}`;
/** Description of the API key in a kubeconfig, with the uuids of cluster and user. */
export const kubeconfigTokenDescription = (clusterUuid: Uuid, userUuid: Uuid): string =>
  `${KUBECONFIG_TOKEN}${clusterUuid}:${userUuid}`;
const KUBECONFIG_TOKEN = 'paddock:kubeconfig:';
export const isKubeconfigTokenOf = (clusterUuid: Uuid, description: string): boolean =>
  description.startsWith(`${KUBECONFIG_TOKEN}${clusterUuid}:`);
