/**
 * A rule of a security group; it admits IPv4 traffic into it unless it says otherwise. Of `icmp` the ports are type and code; without
 * ports all of them are meant.
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

/** What a managed cluster's tenants have besides `default` (docs/spec/managed-clusters.md#security-groups-of-a-managed-cluster). */
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

/** Neutron refuses a second rule that admits the same, whatever is said of it. */
function distinct(rules: SecurityRule[]): SecurityRule[] {
  const admitting = ({ protocol, fromPort, toPort, cidr }: SecurityRule) =>
    JSON.stringify([protocol, fromPort, toPort, cidr]);
  const first = new Map(rules.toReversed().map((rule) => [admitting(rule), rule]));
  return rules.filter((rule) => first.get(admitting(rule)) === rule);
}

/**
 * Rules of `k8s_admin`: SSH, the Kubernetes API and the provider's own ports for those who manage, and the API for the cluster's
 * nodes, which stays when the operator lets fewer in (S0-352).
 */
export function k8sAdminRules({
  managementCidrs,
  managementPorts,
  nodeNetworks,
}: {
  managementCidrs: readonly string[];
  managementPorts: readonly number[];
  /** Those of all tenants of the cluster. */
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

/** Rules of `k8s_public`: what the cluster serves, for everybody (S0-353). */
export const k8sPublicRules = (): SecurityRule[] => [tcp(80, ANYWHERE, 'HTTP'), tcp(443, ANYWHERE, 'HTTPS')];

type Opening = Omit<SecurityRule, 'cidr'>;
const opening = (
  protocol: NonNullable<SecurityRule['protocol']>,
  [fromPort, toPort]: readonly [number, number],
  description: string,
): Opening => ({ protocol, fromPort, toPort, description });

/**
 * What RKE2's nodes need of each other, after its documentation (docs.rke2.io/install/requirements, "Inbound Network Rules"): what every
 * cluster needs, and what Cilium does, since that is the CNI which clusters are ordered with
 * (docs/spec/backends.md#cluster-object-in-rancher). NodePorts are opened for UDP too, as Rancher's own port requirements have it. Not the
 * other CNIs' ports (Canal: 9099, 51820, 51821; Calico: 179, 4789, 5473, 9098), nor Cilium's WireGuard (51871), which is off. A node may be
 * given another role later, so servers and agents are not told apart.
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
 * What a tenant's `default` group has besides Neutron's own rules, by which members of the group reach each other: the nodes of the
 * cluster's other tenants may come in, and nobody else (S0-354, S0-355). How their packets get there is the operator's routing.
 */
export const peerRules = (ownNetwork: string, nodeNetworks: readonly string[]): SecurityRule[] =>
  nodeNetworks
    .filter((cidr) => cidr !== ownNetwork)
    .flatMap((cidr) => BETWEEN_NODES.map((opened) => ({ ...opened, cidr })));
