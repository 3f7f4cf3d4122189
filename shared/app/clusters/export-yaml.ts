import { assertState } from '#shared/domain/_core/assert-state';
import { assertInRancher } from '#shared/domain/clusters/cluster-assertions';
import { writeDefinition } from '#shared/domain/clusters/cluster-definition';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { RancherSessions } from '#shared/ports/rancher';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

type Deps = { store: Pick<Store, 'clusters' | 'settings'>; rancher: RancherSessions };

/** Time limit for the calls to Rancher. It leaves the API function enough time to answer. */
const EXPORT_MS = 10_000;
const SHOWN = ['OK', 'ERRED'] as const;

/**
 * Reads the definition of a cluster with its projects and namespaces from Rancher, and returns it as YAML. Checks for
 * errors in this order: 404, 403, 409, 400. Throws Backend* errors.
 */
export async function exportYaml(deps: Deps, caller: Caller, uuidText: string): Promise<string> {
  const cluster = await getVisible(deps.store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.export_yaml', cluster);
  assertState(cluster, SHOWN);
  assertInRancher(cluster);
  const settings = await rancherSettingsOf(deps, cluster.settingsUuid);
  const { backendId, name, provisioningName = name } = cluster;
  return withTimeout(EXPORT_MS, async () => {
    const rancher = await deps.rancher.open(settings);
    return writeDefinition(await rancher.readDefinition(backendId, provisioningName));
  });
}
