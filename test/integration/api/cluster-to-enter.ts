import type { Cluster } from '#shared/domain/cluster';
import { aCluster, someRancherSettings } from '#test/builders';
import type { Market } from './market.ts';

/** A cluster of the market's project, at a provider with a Keycloak. */
export async function aClusterToEnter(
  { store, customerUuid, projectUuid }: Market,
  fields: Partial<Cluster> = {},
): Promise<Cluster> {
  const settings = someRancherSettings();
  settings.options.keycloak = {
    url: 'https://id.example.org',
    ...{ realm: 'r', userRealm: 'master', username: 'u', syncFrequency: 15, verifyTls: true },
  };
  const place = { customerUuid, projectUuid, settingsUuid: settings.uuid };
  const cluster = aCluster({ ...place, state: 'OK', backendId: 'c-m-abcdefgh', ...fields });
  await store.commit(store.settings.insert(settings), store.clusters.insert(cluster));
  return cluster;
}
