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
  /** Rancher's state. Only a cluster that is `active` can be imported. */
  runtimeState: z.string(),
  kubernetesVersion: z.string(),
  nodeCount: z.int(),
  /** Set while Rancher does not list the cluster: when it did for the last time. */
  lastSeenAt: instant.optional(),
});
export type ImportableCluster = z.infer<typeof importableCluster>;

type Listed = { id: string; name: string; state: string; kubernetesVersion: string; nodeCount: number };

/** The uuid is the same in every run, so a cluster that comes back keeps its record. */
export const newImportableCluster = (settingsUuid: Uuid, listed: Listed, now: Date): ImportableCluster => ({
  ...newRecord(derivedUuid(settingsUuid, `importable-cluster/${listed.id}`), now),
  settingsUuid,
  backendId: listed.id,
  name: listed.name,
  runtimeState: listed.state,
  kubernetesVersion: listed.kubernetesVersion,
  nodeCount: listed.nodeCount,
});

/** Importable clusters are copies of what Rancher has, so the audit does not show them. */
export const importableClusterRecord = defineRecord({
  name: 'IMPORTABLE_CLUSTER',
  title: 'ImportableCluster',
  schema: importableCluster,
  audit: undefined,
});

type Named = Pick<Listed, 'id' | 'name'>;
/** The Kubernetes object of a cluster in Rancher. */
type Provisioned = { managementId: string; name: string; labels: Record<string, string> };

/**
 * The claims that show that Paddock knows a cluster: a claim of its import, or claims of names that our clusters hold.
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
 * Whether Paddock created the cluster, maybe as another provider or stage at the same Rancher. Such a cluster is not
 * imported here, because terminating the import would delete a cluster that somebody else owns.
 */
export const isMadeByPaddock = ({ id }: Pick<Named, 'id'>, provisioned: readonly Provisioned[]): boolean =>
  provisioned.some(({ managementId, labels }) => managementId === id && hasClusterLabel(labels));
