import { describe, expect, test } from 'vitest';
import { securityRuleProblem } from './security-rule-problem.ts';
import {
  K8S_ADMIN,
  K8S_PUBLIC,
  k8sAdminRules,
  k8sPublicRules,
  peerRules,
  type SecurityRule,
} from './security-rules.ts';

/** A security rule as text, for example `tcp 443 from 0.0.0.0/0`. */
const inWords = ({ protocol, fromPort, toPort, cidr }: SecurityRule) =>
  `${protocol} ${fromPort === toPort ? fromPort : `${fromPort}-${toPort}`} from ${cidr}`;
const NETWORKS = ['10.64.1.0/24', '10.64.2.0/24', '10.64.3.0/24'];

describe('the groups of a managed cluster', () => {
  test('are k8s_admin and k8s_public besides default (S0-325)', () => {
    expect([K8S_ADMIN, K8S_PUBLIC]).toEqual(['k8s_admin', 'k8s_public']);
  });

  test('k8s_admin lets managers to SSH, API and management ports, and the cluster’s nodes to the API (S0-352)', () => {
    const rules = k8sAdminRules({
      managementCidrs: ['192.0.2.0/24', '198.51.100.0/24'],
      managementPorts: [9100],
      nodeNetworks: NETWORKS.slice(0, 2),
    });
    expect(rules.map(inWords)).toEqual([
      'tcp 22 from 192.0.2.0/24',
      'tcp 6443 from 192.0.2.0/24',
      'tcp 9100 from 192.0.2.0/24',
      'tcp 22 from 198.51.100.0/24',
      'tcp 6443 from 198.51.100.0/24',
      'tcp 9100 from 198.51.100.0/24',
      'tcp 6443 from 10.64.1.0/24',
      'tcp 6443 from 10.64.2.0/24',
    ]);
  });

  test('no rule is there twice, which Neutron would refuse, however often a port or network is named', () => {
    const rules = k8sAdminRules({
      managementCidrs: ['10.64.1.0/24', '10.64.1.0/24'],
      managementPorts: [22, 22, 8080],
      nodeNetworks: ['10.64.1.0/24'],
    });
    expect(rules.map(({ fromPort, description }) => [fromPort, description])).toEqual([
      [22, 'SSH'],
      [6443, 'Kubernetes API'],
      [8080, 'Management'],
    ]);
  });

  test('k8s_public lets everybody to HTTP and HTTPS (S0-353)', () => {
    expect(k8sPublicRules().map(inWords)).toEqual(['tcp 80 from 0.0.0.0/0', 'tcp 443 from 0.0.0.0/0']);
  });
});

describe('what a tenant’s default group opens', () => {
  test('is what RKE2 with Cilium needs, for the nodes of the cluster’s other tenants (S0-354, S0-356)', () => {
    const opened = [
      ...['tcp 6443', 'tcp 9345', 'tcp 2379-2381', 'tcp 10250', 'tcp 30000-32767'],
      ...['udp 30000-32767', 'udp 8472', 'tcp 4240', 'icmp 8-0'],
    ];
    expect(peerRules('10.64.2.0/24', NETWORKS).map(inWords)).toEqual([
      ...opened.map((rule) => `${rule} from 10.64.1.0/24`),
      ...opened.map((rule) => `${rule} from 10.64.3.0/24`),
    ]);
  });

  test('is nothing where the cluster has one tenant, and never for anybody outside the cluster (S0-355)', () => {
    expect(peerRules('10.64.1.0/24', ['10.64.1.0/24'])).toEqual([]);
    const sources = new Set(peerRules('10.64.2.0/24', NETWORKS).map(({ cidr }) => cidr));
    expect(sources).toEqual(new Set(['10.64.1.0/24', '10.64.3.0/24']));
  });

  test('stays well below the hundred rules a Neutron project has by default, with seven tenants too', () => {
    const nodeNetworks = Array.from({ length: 7 }, (_, index) => `10.64.${index}.0/24`);
    const admin = k8sAdminRules({ managementCidrs: ['0.0.0.0/0'], managementPorts: [], nodeNetworks });
    const neutronsOwn = 4 + 2 * 2;
    const rules = [...admin, ...k8sPublicRules(), ...peerRules('10.64.0.0/24', nodeNetworks)];
    expect(rules.length + neutronsOwn).toBe(73);
  });
});

test('every rule that we make is one that a caller may keep (R-9b-W10)', () => {
  const rules = [
    ...k8sAdminRules({ managementCidrs: ['0.0.0.0/0'], managementPorts: [8443], nodeNetworks: NETWORKS }),
    ...k8sPublicRules(),
    ...peerRules('10.64.1.0/24', NETWORKS),
  ];
  const problems = rules.map(({ protocol, fromPort = -1, toPort = -1, cidr }) =>
    securityRuleProblem({ ethertype: 'IPv4', protocol: protocol ?? '', fromPort, toPort, cidr }),
  );
  expect(problems.filter(Boolean)).toEqual([]);
});
