import { rancherSettingsOf } from '#shared/app/rancher-settings-of';
import type { Cluster } from '#shared/domain/cluster';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { Logger, Secrets } from '#shared/ports/runtime';
import type { SlotDeps } from '../_step/hold-slot.ts';

export type RancherDeps = SlotDeps & {
  rancher: RancherSessions;
  secrets: Secrets;
  log: Logger;
  stage: string;
};

export async function rancherOf(deps: Pick<RancherDeps, 'store' | 'rancher'>, cluster: Cluster): Promise<Rancher> {
  return deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
}
