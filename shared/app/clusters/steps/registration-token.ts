import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Registration } from '#shared/domain/clusters/registration';
import type { CredentialOwner } from '#shared/domain/nodes/machine-credential';
import { rancherLabels, rancherNodeLabels } from '#shared/domain/planning/naming';
import type { Rancher } from '#shared/ports/rancher';
import type { RegistrationToken } from '#shared/ports/rancher/rancher-objects';

const labelsOf = (cluster: Cluster, owner: CredentialOwner): Record<string, string> => ({
  ...rancherLabels(cluster.uuid),
  ...(owner.kind === 'node' && rancherNodeLabels(owner.uuid)),
});

/**
 * Whether the token belongs to the owner, which is a cluster or a node. A node's token has the labels of the cluster
 * and of the node. The cluster's own token has no label of a node.
 */
function isOf(cluster: Cluster, owner: CredentialOwner) {
  const nodeLabels = rancherNodeLabels(owner.uuid);
  const wanted = Object.entries(labelsOf(cluster, owner));
  return ({ labels }: RegistrationToken): boolean =>
    wanted.every(([key, value]) => labels[key] === value) &&
    (owner.kind === 'node' || Object.keys(nodeLabels).every((key) => labels[key] === undefined));
}

export async function tokensOf(
  rancher: Rancher,
  cluster: Cluster,
  owner: CredentialOwner,
  managementId: string = cluster.backendId,
): Promise<RegistrationToken[]> {
  return (await rancher.listRegistrationTokens(managementId)).filter(isOf(cluster, owner));
}

/**
 * Finds or creates a registration token that only Paddock's machines use. Rancher's own agents use another token, so a
 * replacement of the machines' token does not affect the agents.
 */
export async function ensureToken(
  rancher: Rancher,
  cluster: Cluster,
  owner: CredentialOwner,
  managementId: string = cluster.backendId,
): Promise<RegistrationToken> {
  const [ours] = await tokensOf(rancher, cluster, owner, managementId);
  return ours ?? rancher.createRegistrationToken(managementId, labelsOf(cluster, owner));
}

/** Stores the data that machines need to register. The data are deleted when the machines have joined. */
export async function keepRegistration(
  { secrets, stage }: RancherDeps,
  rancher: Rancher,
  owner: CredentialOwner,
  token: string,
): Promise<void> {
  const registration: Registration = { token, caChecksum: await rancher.caChecksum() };
  await secrets.put(secretName(stage, 'registration', owner.uuid), JSON.stringify(registration));
}
