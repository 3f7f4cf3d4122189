import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import { machinesOf } from '../_core/rancher-store.ts';
import { isCounted, isRunning, type RancherMachine } from '../machines/machine-objects.ts';
import { capiUidOf } from '../pools/capi/capi-cluster-view.ts';
import { CAPI_CLUSTER, ETCD_SNAPSHOT } from '../pools/pool-kinds.ts';
import { idOf, newHead, type OwnerReference, type PoolObject, poolKey } from '../pools/pool-objects.ts';
import { safeName } from '../pools/safe-name.ts';

const s3Schema = z.object({ rkeConfig: z.object({ etcd: z.object({ s3: z.record(z.string(), z.unknown()) }) }) });
/** The size of a small cluster's snapshot in bytes, about 20 MB. */
const SIZE = 20_971_552;
const OPERATIONS = ['etcdSnapshotCreate', 'etcdSnapshotRestore', 'rotateCertificates', 'rotateEncryptionKeys'];

/** A cluster's spec without its one-time operations, as Rancher keeps the spec with each snapshot. */
export function packedSpec({ spec }: Pick<ProvisioningCluster, 'spec'>): string {
  const rkeConfig = Object.fromEntries(
    Object.entries(Object(spec.rkeConfig)).filter(([field]) => !OPERATIONS.includes(field)),
  );
  return gzipSync(JSON.stringify({ ...spec, rkeConfig })).toString('base64');
}

const unpacked = z.object({ 'provisioning-cluster-spec': z.string() });

export function specIn(snapshot: PoolObject): Record<string, unknown> {
  const { metadata } = z.object({ metadata: z.string() }).parse(snapshot.snapshotFile);
  const { 'provisioning-cluster-spec': spec } = unpacked.parse(JSON.parse(Buffer.from(metadata, 'base64').toString()));
  return z.record(z.string(), z.unknown()).parse(JSON.parse(gunzipSync(Buffer.from(spec, 'base64')).toString()));
}

interface Place {
  storage: 'local' | 's3';
  location: string;
  s3?: Record<string, unknown>;
}

/**
 * The beginning of a snapshot file's name: `on-demand` for a requested snapshot, `etcd-snapshot` for a scheduled
 * snapshot.
 */
type Cause = 'on-demand' | 'etcd-snapshot';

/**
 * Makes a snapshot on the disk of each etcd member. If the spec names an object store, each member makes another
 * snapshot there.
 */
export function makeSnapshots(context: RancherContext, cluster: ProvisioningCluster, cause: Cause = 'on-demand'): void {
  const now = context.clock.now();
  const s3 = s3Schema.safeParse(cluster.spec).data?.rkeConfig.etcd.s3;
  const machines = machinesOf(context.store, cluster.managementId ?? '');
  for (const machine of machines.filter((one) => one.roles.etcd && isCounted(one) && isRunning(one))) {
    const file = `${cause}-${machine.hostname}-${Math.floor(now / 1000)}`;
    const disk = `file:///var/lib/rancher/rke2/server/db/snapshots/${file}`;
    put(context, cluster, { machine, file, place: { storage: 'local', location: disk } });
    if (!s3) continue;
    const location = `s3://${String(s3.bucket ?? '')}/${String(s3.folder ?? '')}/${file}`;
    put(context, cluster, { machine, file, place: { storage: 's3', location, s3 } });
  }
}

function put(
  context: RancherContext,
  cluster: ProvisioningCluster,
  { machine, file, place }: { machine: RancherMachine; file: string; place: Place },
): void {
  const { storage, location, s3 } = place;
  const digest = createHash('sha256')
    .update(machine.hostname + location)
    .digest('hex')
    .slice(0, 6);
  const downstream = `${storage}-${file}-${digest}`;
  const metadata = Buffer.from(JSON.stringify({ 'provisioning-cluster-spec': packedSpec(cluster) })).toString('base64');
  const head = newHead(context, {
    ...{ namespace: cluster.namespace, name: safeName(cluster.name, downstream) },
    labels: {
      'rke.cattle.io/cluster-name': cluster.name,
      ...(storage === 'local' && { 'rke.cattle.io/node-name': machine.hostname }),
    },
    annotations: {
      'etcdsnapshot.rke.io/restore-mode-options': 'none,kubernetesVersion,all',
      'etcdsnapshot.rke.io/storage': storage,
      'etcdsnapshot.rke.io/snapshot-file-name': file,
      'etcdsnapshot.rke.io/snapshot-name': downstream,
    },
    ownerReferences: [storage === 'local' ? machineOwner(machine) : clusterOwner(cluster)],
  });
  const snapshotFile = {
    ...{ name: file, location, nodeName: machine.hostname, createdAt: head.createdAt, size: SIZE, metadata },
    ...{ status: 'successful', ...(s3 && { s3 }) },
  };
  const of = { kind: ETCD_SNAPSHOT, cluster: idOf(cluster), spec: { clusterName: cluster.name } };
  context.store.poolObjects.set(poolKey(ETCD_SNAPSHOT, idOf(head)), {
    ...{ ...head, ...of, snapshotFile },
    status: { missing: false },
  });
}

const machineOwner = ({ name, uid }: RancherMachine): OwnerReference => ({
  ...{ apiVersion: CAPI_CLUSTER.apiVersion, kind: 'Machine', name, uid },
});
const clusterOwner = (cluster: ProvisioningCluster): OwnerReference => ({
  ...{ apiVersion: CAPI_CLUSTER.apiVersion, kind: 'Cluster', name: cluster.name, uid: capiUidOf(cluster) },
});

/** Snapshots on the disk of a machine are deleted with the machine. */
export function forgetSnapshots({ store }: RancherContext, machine: RancherMachine): void {
  for (const [key, { kind, ownerReferences }] of store.poolObjects) {
    const isTheirs = kind === ETCD_SNAPSHOT && ownerReferences.some(({ uid }) => uid === machine.uid);
    if (isTheirs) store.poolObjects.delete(key);
  }
}

export const snapshotOf = (
  { poolObjects }: RancherContext['store'],
  namespace: string,
  name: unknown,
): PoolObject | undefined => poolObjects.get(poolKey(ETCD_SNAPSHOT, `${namespace}/${String(name)}`));
