import type { FieldErrors } from '#shared/errors';
import { Refusals } from '../../_core/refusals.ts';
import { overlap, parseNetwork } from '../ipv4-network.ts';
import { type LabelName, type LabelTexts, type LabelValues, problemOfLabel, valuesOf } from './template-labels.ts';

export type NetworkDriver = 'calico' | 'cilium';

type Check = (values: LabelValues, driver: NetworkDriver) => readonly [LabelName, string] | undefined;

const podNetworkLabel = (driver: NetworkDriver) => (driver === 'cilium' ? 'cilium_ipv4pool' : 'calico_ipv4pool');

function overlapping(values: LabelValues, [one, other]: readonly [LabelName, LabelName]): boolean {
  const [first, second] = [one, other].map((name) => parseNetwork(String(values[name])));
  return first !== undefined && second !== undefined && overlap(first, second);
}

/** Rules for combinations of labels. */
const CHECKS: readonly Check[] = [
  ({ octavia_provider, octavia_lb_algorithm }) =>
    octavia_provider === 'ovn' && (octavia_lb_algorithm ?? 'SOURCE_IP_PORT') !== 'SOURCE_IP_PORT'
      ? ['octavia_lb_algorithm', 'The provider `ovn` has only `SOURCE_IP_PORT`.']
      : undefined,
  ({ min_node_count: least, max_node_count: most }) =>
    least !== undefined && most !== undefined && least > most
      ? ['max_node_count', `Enter at least ${least}, which is \`min_node_count\`.`]
      : undefined,
  ({ oidc_issuer_url, oidc_client_id }) =>
    oidc_issuer_url !== undefined && oidc_client_id === undefined
      ? ['oidc_client_id', 'Set this label, too, because `oidc_issuer_url` is set.']
      : undefined,
  ({ oidc_issuer_url, oidc_client_id }) =>
    oidc_issuer_url === undefined && oidc_client_id !== undefined
      ? ['oidc_issuer_url', 'Set this label, too, because `oidc_client_id` is set.']
      : undefined,
  ({ api_server_floating_ip, master_lb_floating_ip_enabled }) =>
    api_server_floating_ip !== undefined && !master_lb_floating_ip_enabled
      ? ['api_server_floating_ip', 'Leave this label out, because `master_lb_floating_ip_enabled` is false.']
      : undefined,
  ({ etcd_volume_size, etcd_volume_type }) =>
    etcd_volume_type !== undefined && etcd_volume_size === 0
      ? ['etcd_volume_size', 'Set this label, too, because `etcd_volume_type` is set.']
      : undefined,
  (values, driver) =>
    overlapping(values, ['service_cluster_ip_range', podNetworkLabel(driver)])
      ? ['service_cluster_ip_range', `This network overlaps the network of pods, \`${podNetworkLabel(driver)}\`.`]
      : undefined,
  (values, driver) =>
    overlapping(values, ['fixed_subnet_cidr', podNetworkLabel(driver)])
      ? ['fixed_subnet_cidr', `This network overlaps the network of pods, \`${podNetworkLabel(driver)}\`.`]
      : undefined,
  (values) =>
    overlapping(values, ['fixed_subnet_cidr', 'service_cluster_ip_range'])
      ? ['fixed_subnet_cidr', 'This network overlaps the network of services, `service_cluster_ip_range`.']
      : undefined,
];

/** The errors in a set of labels, by the name of the label. Empty if there are none. */
export function labelProblems(texts: LabelTexts, driver: NetworkDriver): FieldErrors {
  const problems = new Refusals();
  for (const [name, text] of Object.entries(texts)) {
    const problem = problemOfLabel(name, text);
    if (problem !== undefined) problems.add(name, problem);
  }
  if (!problems.isEmpty) return problems.byField;
  const values = valuesOf(texts);
  for (const check of CHECKS) {
    const [name, text] = check(values, driver) ?? [];
    if (name !== undefined && text !== undefined) problems.add(name, text);
  }
  return problems.byField;
}
