import ipaddr from 'ipaddr.js';
import type { FieldErrors } from '#shared/errors';
import { Refusals } from '../../_core/refusals.ts';
import { parseRelease } from '../../providers/kubernetes-release.ts';
import { cronProblem } from '../../timetable/hibernation-schedule.ts';
import { clusterCidrOf, type PoolClusterSpec, serviceCidrOf } from './cluster-spec.ts';

const CONCURRENCY = /^(?:\d+|(?:100|[1-9]?\d)%)$/;

function checkConcurrency({ upgradeStrategy }: PoolClusterSpec, refused: Refusals): void {
  const { controlPlaneConcurrency, workerConcurrency } = upgradeStrategy;
  for (const [field, text] of [
    ['control_plane_concurrency', controlPlaneConcurrency],
    ['worker_concurrency', workerConcurrency],
  ] as const) {
    if (!CONCURRENCY.test(text)) refused.add(field, 'Enter a number, 0 for all machines, or a percentage: 1 or 20%.');
  }
}

function checkSnapshots({ snapshots }: PoolClusterSpec, refused: Refusals): void {
  const { isEnabled, schedule, retention, s3 } = snapshots;
  const problem = isEnabled ? cronProblem(schedule) : undefined;
  if (problem !== undefined) refused.add('etcd_snapshots', problem);
  if (isEnabled && retention < 1) refused.add('etcd_snapshots', 'Keep at least one snapshot.');
  if (s3 && (s3.endpoint === '' || s3.bucket === '')) {
    refused.add('etcd_snapshots', 'Snapshots in S3 need an endpoint and a bucket.');
  }
}

const isHttpUrl = (text: string): boolean => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

function checkRegistries({ mirrors, registries }: PoolClusterSpec, refused: Refusals): void {
  for (const [field, names] of [
    ['registry_mirrors', mirrors.map(({ registry }) => registry)],
    ['registries', registries.map(({ registry }) => registry)],
  ] as const) {
    if (new Set(names).size < names.length) refused.add(field, 'Each registry can be given once.');
  }
  for (const { registry, endpoints } of mirrors) {
    const wrong = endpoints.find((endpoint) => !isHttpUrl(endpoint));
    if (endpoints.length === 0) refused.add('registry_mirrors', `Registry ${registry} needs at least one endpoint.`);
    if (wrong !== undefined) refused.add('registry_mirrors', `"${wrong}" is not the URL of a registry.`);
  }
}

function checkProxy({ proxy }: PoolClusterSpec, refused: Refusals): void {
  for (const [field, address] of [
    ['http_proxy', proxy?.httpProxy],
    ['https_proxy', proxy?.httpsProxy],
  ] as const) {
    if (address !== undefined && !isHttpUrl(address)) refused.add(field, `"${address}" is not the URL of a proxy.`);
  }
}

function overlap(one: string, other: string): boolean {
  const [a, b] = [ipaddr.parseCIDR(one), ipaddr.parseCIDR(other)];
  if (a[0].kind() !== b[0].kind()) return false;
  const bits = Math.min(a[1], b[1]);
  return a[0].match(b[0], bits);
}

/** Networks of pods, services and machines must not overlap. Otherwise a node could not reach one of the networks. */
function checkNetworks(spec: PoolClusterSpec, nodeCidrs: readonly string[], refused: Refusals): void {
  const own = [
    ['cluster_cidr', clusterCidrOf(spec)],
    ['service_cidr', serviceCidrOf(spec)],
  ] as const;
  const networks = [...own, ...nodeCidrs.map((cidr) => ['the network of machines', cidr] as const)];
  for (const [index, [field, cidr]] of own.entries()) {
    if (!ipaddr.isValidCIDR(cidr))
      refused.add(field, `"${cidr}" is not a network. Enter a network such as 10.42.0.0/16.`);
    else {
      const other = networks.slice(index + 1).find(([, one]) => ipaddr.isValidCIDR(one) && overlap(cidr, one));
      if (other) refused.add(field, `${cidr} overlaps with ${other[0]} (${other[1]}).`);
    }
  }
}

/**
 * Errors in the settings of a cluster with pools, by the fields of the API. Empty if there are none.
 * @param nodeCidrs networks of the pools' machines
 */
export function clusterProblems(spec: PoolClusterSpec, nodeCidrs: readonly string[]): FieldErrors {
  const refused = new Refusals();
  if (!parseRelease(spec.kubernetesVersion)) {
    refused.add('kubernetes_version', 'Enter a version as Rancher names it, as in v1.31.7+rke2r1.');
  }
  checkConcurrency(spec, refused);
  checkSnapshots(spec, refused);
  checkRegistries(spec, refused);
  checkProxy(spec, refused);
  checkNetworks(spec, nodeCidrs, refused);
  return refused.byField;
}
