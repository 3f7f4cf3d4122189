/**
 * A rule of a security group. Without direction and ethertype, it is for incoming IPv4 traffic. For the protocol
 * `icmp`, the two ports are the ICMP type and code. Without ports, the rule is for all ports.
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
 * Names of the security groups in each tenant of a managed cluster, besides `default`
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
 * Leaves out a rule that permits the same traffic as an earlier rule. Neutron refuses such a rule even if its
 * description differs.
 */
function distinct(rules: SecurityRule[]): SecurityRule[] {
  const admitting = ({ protocol, fromPort, toPort, cidr }: SecurityRule) =>
    JSON.stringify([protocol, fromPort, toPort, cidr]);
  const first = new Map(rules.toReversed().map((rule) => [admitting(rule), rule]));
  return rules.filter((rule) => first.get(admitting(rule)) === rule);
}

/**
 * Rules of `k8s_admin`. Administrators can connect to SSH, the Kubernetes API and the provider's ports. The cluster's
 * own nodes can always connect to the API, even if the operator permits only a few sources (S0-352).
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
 * Ports that the nodes of RKE2 must open for each other (docs.rke2.io/install/requirements, "Inbound Network Rules").
 * These are the ports of RKE2 itself and of Cilium, which is the CNI of ordered clusters. NodePorts are open for UDP,
 * too, as in Rancher's own port requirements. Ports of other CNIs are left out (Canal: 9099, 51820, 51821; Calico: 179,
 * 4789, 5473, 9098). The port of Cilium's WireGuard (51871) is left out, because WireGuard is off. Servers and agents
 * get the same rules, because a node may change its role later.
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
 * Rules that a tenant's `default` group gets besides Neutron's own rules. By Neutron's rules, members of the group can
 * already connect to each other. The added rules let in nodes of the cluster's other tenants (S0-354, S0-355). Paddock
 * makes the routes between tenants in one cloud. The operator has to make the routes between two clouds.
 */
export const peerRules = (ownNetwork: string, nodeNetworks: readonly string[]): SecurityRule[] =>
  nodeNetworks
    .filter((cidr) => cidr !== ownNetwork)
    .flatMap((cidr) => BETWEEN_NODES.map((opened) => ({ ...opened, cidr })));
