import ipaddr from 'ipaddr.js';
import type { FieldErrors } from '#shared/errors';
import { Refusals } from '../../_core/refusals.ts';
import {
  clusterCidrOf,
  type PoolClusterSpec,
  type PoolSettings,
  serviceCidrOf,
} from '../../planning/pools/cluster-spec.ts';
import { parseRelease } from '../../providers/kubernetes-release.ts';
import { cronProblem } from '../../timetable/hibernation-schedule.ts';

const CONCURRENCY = /^(?:\d+|(?:100|[1-9]?\d)%)$/;

function checkConcurrency({ upgradeStrategy }: PoolSettings, refused: Refusals): void {
  const { controlPlaneConcurrency, workerConcurrency } = upgradeStrategy;
  for (const [field, text] of [
    ['control_plane_concurrency', controlPlaneConcurrency],
    ['worker_concurrency', workerConcurrency],
  ] as const) {
    if (!CONCURRENCY.test(text))
      refused.add(field, 'Enter a number such as 1, a percentage such as 20%, or 0 for all machines.');
  }
}

/** RKE2 counts the days of the week from 0 to 6. */
const hasDay7 = (schedule: string): boolean => /(?:^|[,-])7(?:[,/-]|$)/.test(schedule.trim().split(/\s+/).at(-1) ?? '');

function checkSnapshots({ snapshots }: PoolSettings, refused: Refusals): void {
  const { isEnabled, schedule, retention, s3 } = snapshots;
  const problem =
    cronProblem(schedule) ?? (hasDay7(schedule) ? 'Write 0 for Sunday, because RKE2 refuses 7.' : undefined);
  if (isEnabled && problem !== undefined) refused.add('etcd_snapshots', problem);
  if (isEnabled && retention < 1) refused.add('etcd_snapshots', 'Keep at least one snapshot.');
  if (s3 && (s3.endpoint === '' || s3.bucket === '')) {
    refused.add('etcd_snapshots', 'Snapshots in S3 need an endpoint and a bucket.');
  }
}

const isHttpUrl = (text: string): boolean => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

function checkRegistries({ mirrors, registries }: PoolSettings, refused: Refusals): void {
  for (const [field, names] of [
    ['registry_mirrors', mirrors.map(({ registry }) => registry)],
    ['registries', registries.map(({ registry }) => registry)],
  ] as const) {
    if (new Set(names).size < names.length) refused.add(field, 'Each registry can be given once.');
  }
  for (const { registry, endpoints } of mirrors) {
    const wrong = endpoints.find((endpoint) => !isHttpUrl(endpoint));
    if (endpoints.length === 0) refused.add('registry_mirrors', `Registry ${registry} needs at least one endpoint.`);
    if (wrong !== undefined)
      refused.add(
        'registry_mirrors',
        `"${wrong}" is not a valid URL. Enter the URL of the registry with http:// or https://.`,
      );
  }
}

function checkProxy({ proxy }: PoolSettings, refused: Refusals): void {
  for (const [field, address] of [
    ['http_proxy', proxy?.httpProxy],
    ['https_proxy', proxy?.httpsProxy],
  ] as const) {
    if (address !== undefined && !isHttpUrl(address))
      refused.add(field, `"${address}" is not a valid URL. Enter the URL of the proxy with http:// or https://.`);
  }
}

function overlap(one: string, other: string): boolean {
  const [a, b] = [ipaddr.parseCIDR(one), ipaddr.parseCIDR(other)];
  if (a[0].kind() !== b[0].kind()) return false;
  const bits = Math.min(a[1], b[1]);
  return a[0].match(b[0], bits);
}

/**
 * `name` is the name of the API field for the network, such as `cluster_cidr`. For a network without a field, `name` is
 * a description, such as `the network of machines`.
 */
type Network = { name: string; cidr: string };
const ownNetworks = (settings: PoolSettings): Network[] => [
  { name: 'cluster_cidr', cidr: clusterCidrOf(settings) },
  { name: 'service_cidr', cidr: serviceCidrOf(settings) },
];

function checkOverlap({ name, cidr }: Network, others: readonly Network[], refused: Refusals): void {
  if (!ipaddr.isValidCIDR(cidr)) return;
  const other = others.find((one) => ipaddr.isValidCIDR(one.cidr) && overlap(cidr, one.cidr));
  if (other) refused.add(name, `${cidr} overlaps with ${other.name} (${other.cidr}).`);
}

function checkOwnNetworks(settings: PoolSettings, refused: Refusals): void {
  const own = ownNetworks(settings);
  for (const [index, network] of own.entries()) {
    const { name, cidr } = network;
    if (!ipaddr.isValidCIDR(cidr))
      refused.add(name, `"${cidr}" is not a network. Enter a network such as 10.42.0.0/16.`);
    checkOverlap(network, own.slice(index + 1), refused);
  }
}

/** Errors in the settings of a cluster with pools, by the API's field names. Empty if there are none. */
export function settingsProblems(settings: PoolSettings): FieldErrors {
  const refused = new Refusals();
  checkConcurrency(settings, refused);
  checkSnapshots(settings, refused);
  checkRegistries(settings, refused);
  checkProxy(settings, refused);
  checkOwnNetworks(settings, refused);
  return refused.byField;
}

/**
 * Errors for networks of pods or services that overlap with networks of the machines, by the API's field names. With
 * such an overlap, a node could not reach one of the two networks.
 * @param nodeCidrs networks of the pools' machines
 */
export function nodeNetworkProblems(settings: PoolSettings, nodeCidrs: readonly string[]): FieldErrors {
  const refused = new Refusals();
  const nodes = nodeCidrs.map((cidr) => ({ name: 'the network of machines', cidr }));
  for (const network of ownNetworks(settings)) checkOverlap(network, nodes, refused);
  return refused.byField;
}

/** Errors in the spec of a cluster with pools, without errors in the pools. Empty if there are none. */
export function clusterProblems(spec: PoolClusterSpec, nodeCidrs: readonly string[]): FieldErrors {
  const version = parseRelease(spec.kubernetesVersion)
    ? {}
    : { kubernetes_version: ['Enter a version as Rancher names it, as in v1.31.7+rke2r1.'] };
  return { ...version, ...nodeNetworkProblems(spec, nodeCidrs), ...settingsProblems(spec) };
}
