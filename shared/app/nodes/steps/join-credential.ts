import { secretName } from '#shared/domain/_core/secret-name';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Registration, registration } from '#shared/domain/clusters/registration';
import { credentialOwnerOf } from '#shared/domain/nodes/machine-credential';
import type { Node } from '#shared/domain/nodes/node';
import { vaultNames } from '#shared/domain/planning/naming';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { JoinCredential } from '#shared/drivers/user-data-input';
import { Misconfigured } from '#shared/errors';
import type { OpenStackDeps } from './openstack-deps.ts';

/**
 * Reads the registration data of the node. The data is stored only while the cluster is being created or the node is
 * being added. Throws Misconfigured when it is missing.
 */
export async function registrationOf(
  { secrets, stage }: OpenStackDeps,
  cluster: Cluster,
  node: Node,
): Promise<Registration> {
  const stored = await secrets.find(secretName(stage, 'registration', credentialOwnerOf(node).uuid));
  if (stored === undefined) throw missing(cluster);
  return registration.parse(JSON.parse(stored));
}

/**
 * Returns the registration token or, if Vault has the token, a secret id for one login to Vault. The secret id is only
 * for this attempt and is not stored. The stored registration shows whether Vault has the token. The provider's
 * settings do not show this, because they may have changed since the registration was stored.
 */
export async function joinCredential(
  { vault }: OpenStackDeps,
  settings: RancherSettings,
  { cluster, node }: { cluster: Cluster; node: Node },
  { token, vaultRoleId: roleId }: Registration,
): Promise<JoinCredential> {
  if (token !== undefined) return { from: 'user-data', registrationToken: token };
  const used = await vault.open(settings);
  if (!used || roleId === undefined) throw missing(cluster);
  const { role, secretPath } = vaultNames(credentialOwnerOf(node).uuid);
  const { address, verifyTls } = used;
  return { from: 'vault', address, verifyTls, roleId, secretId: await used.issueSecretId(role), secretPath };
}

const missing = ({ name }: Cluster) => new Misconfigured(`The registration token of cluster ${name} is missing.`);
