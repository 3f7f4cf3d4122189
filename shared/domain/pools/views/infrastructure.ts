/**
 * A Cluster of `management.cattle.io`. Rancher has such an object for each cluster, even for an imported cluster.
 * `provider` is the way in which Kubernetes was installed, such as `rke2`. `capacity` and `requested` are empty before
 * the first node has joined.
 */
export type SeenManagement = {
  id: string;
  name: string;
  kubernetesVersion: string;
  provider: string;
  nodeCount: number;
  /** Workers by their operating system. */
  workers: { linux: number; windows: number };
  capacity: Readonly<Record<string, string>>;
  requested: Readonly<Record<string, string>>;
};
/** A Cluster of `provisioning.cattle.io`, with settings and pools. `managementId` is empty until Rancher has set it. */
export type SeenProvisioning = { name: string; namespace: string; managementId: string; uid: string };
/** A reference to the object that owns another object. */
type OwnerReference = { kind: string; name: string; uid: string };
/**
 * A Cluster of `cluster.x-k8s.io`, or an RKECluster of `rke.cattle.io`. Rancher creates both from the provisioning
 * Cluster.
 */
export type SeenDerived = { name: string; namespace: string; uid: string; owners: readonly OwnerReference[] };

export type SeenInfrastructure = {
  management: readonly SeenManagement[];
  provisioning: readonly SeenProvisioning[];
  clusterApi: readonly SeenDerived[];
  rkeClusters: readonly SeenDerived[];
};

/**
 * The objects in Rancher that belong to one cluster. A field is absent if Rancher does not have the object, or does not
 * have it yet.
 */
export type ClusterInfrastructure = {
  /** Whether Rancher installs Kubernetes on the cluster's machines. Rancher need not have created these machines. */
  isProvisioned: boolean;
  management?: SeenManagement;
  provisioning?: SeenProvisioning;
  clusterApi?: SeenDerived;
  rkeCluster?: SeenDerived;
};

const isAt = (provisioning: SeenProvisioning) => (one: SeenDerived) =>
  one.name === provisioning.name && one.namespace === provisioning.namespace;

/** Whether one of the objects with these uids owns the object. An equal name is no proof of ownership. */
const isOwnedBy = (uids: readonly string[], { owners }: SeenDerived): boolean =>
  owners.some(({ uid }) => uids.includes(uid));

function derivedOf(provisioning: SeenProvisioning, seen: SeenInfrastructure) {
  const here = isAt(provisioning);
  const clusterApi = seen.clusterApi.find((one) => here(one) && isOwnedBy([provisioning.uid], one));
  const owners = [provisioning.uid, ...(clusterApi ? [clusterApi.uid] : [])];
  const rkeCluster = seen.rkeClusters.find((one) => here(one) && isOwnedBy(owners, one));
  return { ...(clusterApi && { clusterApi }), ...(rkeCluster && { rkeCluster }) };
}

/**
 * The objects in a Rancher, by cluster. Provisioning clusters come first, then v3 clusters without a provisioning
 * cluster. `status.clusterName` of the provisioning Cluster names the v3 cluster. All remaining objects of a cluster
 * have the name and namespace of the provisioning Cluster.
 */
export function joinInfrastructure(seen: SeenInfrastructure): ClusterInfrastructure[] {
  const byId = new Map(seen.management.map((one) => [one.id, one]));
  const provisioned = seen.provisioning.map((provisioning): ClusterInfrastructure => {
    const management = byId.get(provisioning.managementId);
    const derived = derivedOf(provisioning, seen);
    const isProvisioned = derived.clusterApi !== undefined || derived.rkeCluster !== undefined;
    return { isProvisioned, ...(management && { management }), provisioning, ...derived };
  });
  const joined = new Set(seen.provisioning.map(({ managementId }) => managementId));
  const alone = seen.management.filter(({ id }) => !joined.has(id));
  return [...provisioned, ...alone.map((management) => ({ isProvisioned: false, management }))];
}
