import { hashToken } from '#shared/app/identity/hash-token';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import { driverOf } from '#shared/drivers/registry';
import type { UserDataInput } from '#shared/drivers/user-data-input';
import { joinCredential, registrationOf } from './join-credential.ts';
import type { OpenStackDeps } from './openstack-deps.ts';

/** Renders the machine's user data with a new token that works once. Paddock stores only the token's hash. */
export async function userDataFor(deps: OpenStackDeps, cluster: Cluster, node: Node): Promise<string> {
  const { store, clock, ids, publicUrl } = deps;
  const [settings, registration] = await Promise.all([
    rancherSettingsOf(deps, cluster.settingsUuid),
    registrationOf(deps, cluster, node),
  ]);
  const phoneHomeToken = ids.token();
  await store.phoneHomes.put({
    nodeUuid: node.uuid,
    clusterUuid: cluster.uuid,
    settingsUuid: cluster.settingsUuid,
    tokenHash: hashToken(phoneHomeToken),
    created: clock.now().toISOString(),
  });
  const input: UserDataInput = {
    spec: node.spec,
    diskDriver: settings.options.nodeDiskDriver,
    rancherUrl: settings.options.backendUrl,
    credential: await joinCredential(deps, settings, { cluster, node }, registration),
    caChecksum: registration.caChecksum,
    phoneHomeUrl: `${publicUrl}/webhooks/nodes/${node.uuid}`,
    phoneHomeToken,
  };
  const { userData } = driverOf(cluster);
  if (!userData) throw new Error(`the driver of cluster ${cluster.uuid} creates no machines`);
  return userData.render(input, settings.options.cloudInitTemplate);
}
