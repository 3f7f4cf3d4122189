import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import type { RancherPools } from '#shared/ports/rancher/rancher-pools';
import { clusterPath } from '../clusters/rewrite-cluster.ts';
import type { RancherSession } from '../rancher-session.ts';
import { objectName } from './pool-machines.ts';
import { SNAPSHOTS } from './pool-objects.ts';

type ClusterSpecs = Pick<RancherPools, 'readClusterSpec' | 'readSnapshotSpec'>;

const unzip = promisify(gunzip);
/** Maximum size of unpacked settings. This is enough, because a cluster's object in Kubernetes has less than 2 MB. */
const MAX_SPEC_BYTES = 4_000_000;

const anySpec = z.record(z.string(), z.unknown());
const withSpec = z.object({ spec: anySpec });
const withMetadata = z.object({
  spec: z.object({ clusterName: z.string() }),
  snapshotFile: z.object({ metadata: z.string() }),
});
/** `snapshotFile.metadata` is Base64 of this JSON text. */
const metadata = z.object({ 'provisioning-cluster-spec': z.string() });

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64');

/**
 * Settings that Rancher has packed into a snapshot. Undefined if the snapshot has no settings, or settings in another
 * format.
 */
async function unpacked(packed: string): Promise<z.infer<typeof anySpec> | undefined> {
  try {
    const { 'provisioning-cluster-spec': spec } = metadata.parse(JSON.parse(fromBase64(packed).toString()));
    const text = await unzip(fromBase64(spec), { maxOutputLength: MAX_SPEC_BYTES });
    return anySpec.parse(JSON.parse(text.toString()));
  } catch {
    return undefined;
  }
}

/** Reads the settings that a cluster has now, and the settings that it had when a snapshot was taken. */
export const clusterSpecs = (session: RancherSession): ClusterSpecs => ({
  async readClusterSpec(cluster) {
    const at = clusterPath(objectName(cluster));
    return (await session.call({ op: 'readClusterSpec', method: 'GET', path: at, reply: withSpec })).spec;
  },

  async readSnapshotSpec(cluster, snapshotName) {
    const at = `${SNAPSHOTS}${path`/${snapshotName}`}`;
    const found = await session.find({ op: 'readSnapshotSpec', path: at, reply: withMetadata.nullish().catch(null) });
    return found?.spec.clusterName === objectName(cluster) ? unpacked(found.snapshotFile.metadata) : undefined;
  },
});
