import { rancherSettingsOf } from '#shared/app/rancher-settings-of';
import type { Cluster } from '#shared/domain/cluster';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { Clock, Logger, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type RancherDeps = {
  store: Store;
  rancher: RancherSessions;
  secrets: Secrets;
  clock: Clock;
  log: Logger;
  stage: string;
};

export async function rancherOf(deps: Pick<RancherDeps, 'store' | 'rancher'>, cluster: Cluster): Promise<Rancher> {
  return deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
}
