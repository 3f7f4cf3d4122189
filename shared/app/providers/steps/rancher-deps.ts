import type { SlotDeps } from '#shared/app/_core/steps/hold-slot';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { Ids, Logger, Secrets } from '#shared/ports/runtime';
import { rancherSettingsOf } from '../settings-of.ts';

export type RancherDeps = SlotDeps & {
  rancher: RancherSessions;
  ids: Ids;
  secrets: Secrets;
  log: Logger;
  stage: string;
};

export async function rancherOf(deps: Pick<RancherDeps, 'store' | 'rancher'>, cluster: Cluster): Promise<Rancher> {
  return deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
}
