/**
 * A rule of a security group. By default it is for incoming IPv4 traffic. With the protocol `icmp`, the ports mean ICMP
 * type and code. A rule without ports is for all ports.
 */
export type SecurityRule = {
  direction?: 'ingress' | 'egress';
  ethertype?: 'IPv4' | 'IPv6';
  protocol: 'tcp' | 'udp' | 'icmp' | null;
  fromPort?: number;
  toPort?: number;
  cidr: string;
  description: string;
};

/**
 * Names of the security groups that each tenant of a managed cluster has in addition to `default`
 * (docs/spec/managed-clusters.md#security-groups-of-a-managed-cluster).
 */
export const K8S_ADMIN = 'k8s_admin';
export const K8S_PUBLIC = 'k8s_public';

const ANYWHERE = '0.0.0.0/0';

const tcp = (port: number, cidr: string, description: string): SecurityRule => ({
  protocol: 'tcp',
  fromPort: port,
  toPort: port,
  cidr,
  description,
});

/**
 * Leaves out rules that permit the same traffic as an earlier rule. Neutron refuses such rules even if their
 * descriptions differ.
 */
function distinct(rules: SecurityRule[]): SecurityRule[] {
  const admitting = ({ protocol, fromPort, toPort, cidr }: SecurityRule) =>
    JSON.stringify([protocol, fromPort, toPort, cidr]);
  const first = new Map(rules.toReversed().map((rule) => [admitting(rule), rule]));
  return rules.filter((rule) => first.get(admitting(rule)) === rule);
}

/**
 * Rules of `k8s_admin`. Administrators can connect to SSH, the Kubernetes API and the provider's ports. The cluster's
 * own nodes can always connect to the API, even if the operator permits fewer sources (S0-352).
 */
export function k8sAdminRules({
  managementCidrs,
  managementPorts,
  nodeNetworks,
}: {
  managementCidrs: readonly string[];
  managementPorts: readonly number[];
  /** Node networks of all tenants of the cluster. */
  nodeNetworks: readonly string[];
}): SecurityRule[] {
  const managing = managementCidrs.flatMap((cidr) => [
    tcp(22, cidr, 'SSH'),
    tcp(6443, cidr, 'Kubernetes API'),
    ...managementPorts.map((port) => tcp(port, cidr, 'Management')),
  ]);
  return distinct([
    ...managing,
    ...nodeNetworks.map((cidr) => tcp(6443, cidr, 'Kubernetes API for nodes of the cluster')),
  ]);
}

/** Rules of `k8s_public`: HTTP and HTTPS from everywhere, for the cluster's public services (S0-353). */
export const k8sPublicRules = (): SecurityRule[] => [tcp(80, ANYWHERE, 'HTTP'), tcp(443, ANYWHERE, 'HTTPS')];

type Opening = Omit<SecurityRule, 'cidr'>;
const opening = (
  protocol: NonNullable<SecurityRule['protocol']>,
  [fromPort, toPort]: readonly [number, number],
  description: string,
): Opening => ({ protocol, fromPort, toPort, description });

/**
 * Ports that RKE2's nodes open for each other (docs.rke2.io/install/requirements, "Inbound Network Rules"). They are
 * the ports of RKE2 itself and of Cilium, the CNI of ordered clusters. As in Rancher's own port requirements, NodePorts
 * are open for UDP too. The list has no ports of other CNIs (Canal: 9099, 51820, 51821; Calico: 179, 4789, 5473, 9098)
 * and not the port of Cilium's WireGuard (51871), which is off. Servers and agents get the same rules, because a node
 * may change its role later.
 */
const BETWEEN_NODES: readonly Opening[] = [
  opening('tcp', [6443, 6443], 'Kubernetes API'),
  opening('tcp', [9345, 9345], 'RKE2 supervisor'),
  opening('tcp', [2379, 2381], 'etcd: clients, peers, metrics'),
  opening('tcp', [10250, 10250], 'kubelet'),
  opening('tcp', [30_000, 32_767], 'NodePort services'),
  opening('udp', [30_000, 32_767], 'NodePort services'),
  opening('udp', [8472, 8472], 'Cilium VXLAN'),
  opening('tcp', [4240, 4240], 'Cilium health checks'),
  opening('icmp', [8, 0], 'Cilium health checks'),
];

/**
 * Additional rules of a tenant's `default` group. By Neutron's own rules, members of the group can connect to each
 * other. The additional rules let in nodes of the cluster's other tenants, and nothing else (S0-354, S0-355). The
 * operator makes the routes for this traffic.
 */
export const peerRules = (ownNetwork: string, nodeNetworks: readonly string[]): SecurityRule[] =>
  nodeNetworks
    .filter((cidr) => cidr !== ownNetwork)
    .flatMap((cidr) => BETWEEN_NODES.map((opened) => ({ ...opened, cidr })));
