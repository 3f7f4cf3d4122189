import { z } from 'zod';
import { readKeyRing } from '#shared/app/_core/key-ring';
import { openText, type Seal, sealText } from '#shared/app/_core/sealed-text';
import type { Uuid } from '#shared/domain/_core/identifier';
import { type ClusterCopy, clusterCopy } from '#shared/domain/cluster-api/state-backup/cluster-copy';
import { NotFound } from '#shared/errors';
import type { Secrets } from '#shared/ports/runtime';
import type { StateBackups } from '#shared/ports/state-backups';

type Deps = { backups: StateBackups; secrets: Pick<Secrets, 'find'>; stage: string };
type Named = { settingsUuid: Uuid; uuid: Uuid };

const sealed = z.object({ keyId: z.string(), data: z.string() });

/** The common prefix of the keys under which copies of a provider's clusters are stored. */
export const keysOf = (settingsUuid: Uuid): string => `${settingsUuid}/`;
export const keyOf = ({ settingsUuid, uuid }: Named): string => `${keysOf(settingsUuid)}${uuid}.json`;
/** The uuid of the cluster in a key that `keyOf` has made. Undefined for any other key. */
export const clusterOfKey = (key: string): string | undefined => /^[0-9a-f]{32}\/([0-9a-f]{32})\.json$/.exec(key)?.[1];
const sealOf = (uuid: Uuid): Seal => ({ purpose: 'copy of a cluster', boundTo: uuid });

/**
 * Stores a copy, encrypted as a whole, because it contains the keys of the cluster's certificate authorities. The copy
 * can be decrypted for this cluster only.
 */
export async function storeCopy(deps: Deps, cluster: Named, copy: ClusterCopy): Promise<void> {
  const text = sealText(await readKeyRing(deps, 'state-key'), sealOf(cluster.uuid), JSON.stringify(copy));
  await deps.backups.put(keyOf(cluster), JSON.stringify(text));
}

/** Reads the newest copy, or the copy with the given version. Throws NotFound if there is no such copy. */
export async function readCopy(
  deps: Deps,
  cluster: Named,
  version?: string,
): Promise<{ version: string; copy: ClusterCopy }> {
  const found = await deps.backups.read(keyOf(cluster), version);
  if (!found)
    throw new NotFound(`Cluster ${cluster.uuid} has no stored copy${version ? ` with version ${version}` : ''}.`);
  const ring = await readKeyRing(deps, 'state-key');
  const text = openText(ring, sealOf(cluster.uuid), sealed.parse(JSON.parse(found.text)));
  return { version: found.version, copy: clusterCopy.parse(JSON.parse(text)) };
}
