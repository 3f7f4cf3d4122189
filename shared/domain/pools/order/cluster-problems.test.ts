import { expect, test } from 'vitest';
import { DEFAULT_DRAIN } from '#shared/domain/clusters/cluster-upgrade';
import { aPoolCluster } from '#test/builders/pool-builders';
import type { PoolClusterSpec } from '../../planning/pools/cluster-spec.ts';
import { clusterProblems } from './cluster-problems.ts';

const NODES = ['192.168.0.0/24'];
const strategy = (workerConcurrency: string) => ({
  upgradeStrategy: { controlPlaneConcurrency: '1', workerConcurrency, drain: DEFAULT_DRAIN },
});
const snapshots = (fields: Partial<PoolClusterSpec['snapshots']>) => ({
  snapshots: { ...aPoolCluster().snapshots, ...fields },
});
const mirror = { registry: 'docker.io', endpoints: ['https://mirror.test'], rewrites: {} };
const bucket = { endpoint: 's3.test', bucket: 'b', credentialRef: 'cattle-global-data:cc-1', skipsVerification: false };

test.each<[string, Partial<PoolClusterSpec>]>([
  ['as it is', {}],
  ['of K3s (S2-002)', { kubernetesVersion: 'v1.31.7+k3s1' }],
  ['with a share of workers at a time (T41)', strategy('20%')],
  ['with all workers at a time (T41)', strategy('0')],
  ['without snapshots (T40)', snapshots({ isEnabled: false, schedule: '', retention: 0 })],
  ['with snapshots in S3 (T40)', snapshots({ s3: bucket })],
  ['with a mirror (T39)', { mirrors: [mirror] }],
  ['with networks of its own', { clusterCidr: '10.52.0.0/16', serviceCidr: '10.53.0.0/16' }],
])('a cluster is fine %s', (_what, fields) => expect(clusterProblems(aPoolCluster(fields), NODES)).toEqual({}));

test.each<[string, Partial<PoolClusterSpec>, Record<string, string>]>([
  [
    'an unknown form of version',
    { kubernetesVersion: '1.31' },
    { kubernetes_version: 'Enter a version as Rancher names it, as in v1.31.7+rke2r1.' },
  ],
  [
    'a concurrency of 120 % (T41)',
    strategy('120%'),
    { worker_concurrency: 'Enter a number such as 1, a percentage such as 20%, or 0 for all machines.' },
  ],
  [
    'a time that is no cron line (T40)',
    snapshots({ schedule: 'daily' }),
    { etcd_snapshots: 'Enter a cron line of five fields: minute, hour, day of month, month, day of week.' },
  ],
  [
    'a Sunday that RKE2 does not know (T40)',
    snapshots({ schedule: '0 3 * * 1-5,7' }),
    { etcd_snapshots: 'Write 0 for Sunday, because RKE2 refuses 7.' },
  ],
  ['no snapshot to keep (T40)', snapshots({ retention: 0 }), { etcd_snapshots: 'Keep at least one snapshot.' }],
  [
    'no bucket (T40)',
    snapshots({ s3: { ...bucket, bucket: '' } }),
    { etcd_snapshots: 'Snapshots in S3 need an endpoint and a bucket.' },
  ],
  ['a mirror twice (T39)', { mirrors: [mirror, mirror] }, { registry_mirrors: 'Each registry can be given once.' }],
  [
    'a mirror without an endpoint (T39)',
    { mirrors: [{ ...mirror, endpoints: [] }] },
    { registry_mirrors: 'Registry docker.io needs at least one endpoint.' },
  ],
  [
    'an endpoint that is no URL (T39)',
    { mirrors: [{ ...mirror, endpoints: ['mirror.test'] }] },
    { registry_mirrors: '"mirror.test" is not a valid URL. Enter the URL of the registry with http:// or https://.' },
  ],
  [
    'a proxy that is no URL',
    { proxy: { httpProxy: 'proxy:3128', noProxy: [] } },
    { http_proxy: '"proxy:3128" is not a valid URL. Enter the URL of the proxy with http:// or https://.' },
  ],
  [
    'pods in the network of machines (D9)',
    { clusterCidr: '192.168.0.0/16' },
    { cluster_cidr: '192.168.0.0/16 overlaps with the network of machines (192.168.0.0/24).' },
  ],
  [
    'pods in RKE2’s network of services (D9)',
    { clusterCidr: '10.43.8.0/24' },
    { cluster_cidr: '10.43.8.0/24 overlaps with service_cidr (10.43.0.0/16).' },
  ],
  [
    'no network',
    { serviceCidr: '10.0.0.0' },
    { service_cidr: '"10.0.0.0" is not a network. Enter a network such as 10.42.0.0/16.' },
  ],
])('a cluster is refused with %s', (_what, fields, errors) => {
  const said = Object.entries(errors).map(([field, text]) => [field, [text]]);
  expect(clusterProblems(aPoolCluster(fields), NODES)).toEqual(Object.fromEntries(said));
});
