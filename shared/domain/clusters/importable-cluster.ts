import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { derivedUuid, instant, type Uuid, uuid } from '../_core/identifier.ts';
import { newRecord, record } from '../_core/record.ts';
import { claimsUuidOfSettings, clusterNameClaim, hasClusterLabel, importClaim } from '../planning/naming.ts';
import type { RancherSettings } from '../providers/service-settings.ts';

/**
 * A cluster in the provider's Rancher that Paddock does not know, as the last sync found it
 * (docs/spec/orders.md#import).
 */
export const importableCluster = record.extend({
  settingsUuid: uuid,
  backendId: z.string(),
  name: z.string(),
  /** State of the cluster in Rancher. Only an `active` cluster can be imported. */
  runtimeState: z.string(),
  kubernetesVersion: z.string(),
  nodeCount: z.int(),
  /** For a cluster that Rancher no longer lists: the last time when Rancher listed it. */
  lastSeenAt: instant.optional(),
});
export type ImportableCluster = z.infer<typeof importableCluster>;

type Listed = { id: string; name: string; state: string; kubernetesVersion: string; nodeCount: number };

/** The uuid is derived from Rancher's id, so a cluster that Rancher lists again gets its former uuid. */
export const newImportableCluster = (settingsUuid: Uuid, listed: Listed, now: Date): ImportableCluster => ({
  ...newRecord(derivedUuid(settingsUuid, `importable-cluster/${listed.id}`), now),
  settingsUuid,
  backendId: listed.id,
  name: listed.name,
  runtimeState: listed.state,
  kubernetesVersion: listed.kubernetesVersion,
  nodeCount: listed.nodeCount,
});

/** Importable clusters are copies of Rancher's data, so their changes make no audit events. */
export const importableClusterRecord = defineRecord({
  name: 'IMPORTABLE_CLUSTER',
  title: 'ImportableCluster',
  schema: importableCluster,
  audit: undefined,
});

type Named = Pick<Listed, 'id' | 'name'>;
/** The Kubernetes object from which Rancher made a cluster. */
type Provisioned = { managementId: string; name: string; labels: Record<string, string> };

/**
 * The claims for the import of a cluster and for the cluster's names. If one of these claims exists, the cluster is
 * already in Paddock.
 */
export function claimsOf(
  settings: RancherSettings,
  { id, name }: Named,
  provisioned: readonly Provisioned[],
): { imported: string; names: string[] } {
  const claimsUuid = claimsUuidOfSettings(settings);
  const objects = provisioned.filter(({ managementId }) => managementId === id);
  const names = new Set([name, ...objects.map((object) => object.name)]);
  return {
    imported: importClaim(claimsUuid, id),
    names: [...names].map((one) => clusterNameClaim(claimsUuid, one)),
  };
}

/**
 * Whether Paddock created the cluster, perhaps in another stage or for another provider with this Rancher. Such a
 * cluster cannot be imported, because terminating it here would delete its owner's cluster.
 */
export const isMadeByPaddock = ({ id }: Pick<Named, 'id'>, provisioned: readonly Provisioned[]): boolean =>
  provisioned.some(({ managementId, labels }) => managementId === id && hasClusterLabel(labels));
