import { beforeEach } from 'vitest';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { User } from '#shared/domain/identity/user';
import type { RoleName } from '#shared/domain/organizations/role';
import { aCluster, someRancherSettings } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

/** A cluster whose provider has a Keycloak. */
async function aClusterToEnter(
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

export const inProject = ({ customerUuid, projectUuid }: Market, role: RoleName) =>
  ({ role, scopeType: 'project', scopeUuid: projectUuid, customerUuid }) as const;

type Opened = { market: Market; cluster: Cluster; admin: Person };
export function clusterToEnterPerTest(use: (opened: Opened) => void, administrator: Partial<User> = {}): void {
  beforeEach(async () => {
    const market = await openMarket();
    const cluster = await aClusterToEnter(market);
    use({ market, cluster, admin: await market.person(administrator, inProject(market, 'PROJECT.ADMIN')) });
  });
}
