import { hashToken } from '#shared/app/hash-token';
import { rancherSettingsOf } from '#shared/app/rancher-settings-of';
import type { Cluster } from '#shared/domain/cluster';
import type { Node } from '#shared/domain/node';
import { registration } from '#shared/domain/registration';
import { secretName } from '#shared/domain/secret-name';
import type { BirthCertificate } from '#shared/drivers/rancher-custom/birth-certificate';
import { renderCloudInit } from '#shared/drivers/rancher-custom/cloud-init';
import { Misconfigured } from '#shared/errors';
import type { OpenStackDeps } from './openstack-deps.ts';

async function registrationOf({ secrets, stage }: OpenStackDeps, cluster: Cluster) {
  const stored = await secrets.find(secretName(stage, 'registration', cluster.uuid));
  if (stored === undefined) throw new Misconfigured(`the registration token of cluster ${cluster.name} is missing`);
  return registration.parse(JSON.parse(stored));
}

/** Renders the machine's user data with a fresh one-time token, of which only the hash is kept. */
export async function userDataFor(deps: OpenStackDeps, cluster: Cluster, node: Node): Promise<string> {
  const { store, clock, ids, publicUrl } = deps;
  const [settings, { token, caChecksum }] = await Promise.all([
    rancherSettingsOf(deps, cluster.settingsUuid),
    registrationOf(deps, cluster),
  ]);
  if (token === undefined) throw new Misconfigured(`the registration token of cluster ${cluster.name} is missing`);
  const phoneHomeToken = ids.token();
  await store.phoneHomes.put({
    nodeUuid: node.uuid,
    clusterUuid: cluster.uuid,
    tokenHash: hashToken(phoneHomeToken),
    created: clock.now().toISOString(),
  });
  const birth: BirthCertificate = {
    spec: node.spec,
    diskDriver: settings.options.nodeDiskDriver,
    rancherUrl: settings.options.backendUrl,
    credential: { from: 'user-data', registrationToken: token },
    caChecksum,
    phoneHomeUrl: `${publicUrl}/webhooks/nodes/${node.uuid}`,
    phoneHomeToken,
  };
  return renderCloudInit(birth, settings.options.cloudInitTemplate);
}
