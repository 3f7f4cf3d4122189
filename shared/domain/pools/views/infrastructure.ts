/** `management.cattle.io` Cluster: one for each cluster in Rancher, imported ones too. */
export type SeenManagement = { id: string; name: string };
/** `provisioning.cattle.io` Cluster: settings and pools. `managementId` is empty until Rancher has set it. */
export type SeenProvisioning = { name: string; namespace: string; managementId: string; uid: string };
/** Names an object that another one belongs to. */
type OwnerReference = { kind: string; name: string; uid: string };
/** `cluster.x-k8s.io` Cluster and `rke.cattle.io` RKECluster, which Rancher makes from the provisioning Cluster. */
export type SeenDerived = { name: string; namespace: string; uid: string; owners: readonly OwnerReference[] };

export type SeenInfrastructure = {
  management: readonly SeenManagement[];
  provisioning: readonly SeenProvisioning[];
  clusterApi: readonly SeenDerived[];
  rkeClusters: readonly SeenDerived[];
};

/** The objects that stand for one cluster in Rancher. Those that are absent do not exist, or not yet. */
export type ClusterInfrastructure = {
  /** Whether Rancher has made the cluster's machines or installs Kubernetes on them. */
  isProvisioned: boolean;
  management?: SeenManagement;
  provisioning?: SeenProvisioning;
  clusterApi?: SeenDerived;
  rkeCluster?: SeenDerived;
};

const isAt = (provisioning: SeenProvisioning) => (one: SeenDerived) =>
  one.name === provisioning.name && one.namespace === provisioning.namespace;

/** The same name is not enough: the object has to belong to this provisioning cluster, or to what Rancher made of it. */
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
 * The objects of all clusters of a Rancher, joined: provisioning clusters first, then management clusters that have
 * none. `status.clusterName` of the provisioning Cluster names the management Cluster. The others have the same name and
 * namespace as the provisioning Cluster.
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
