import { boolean, domain, ipv4Address, name, network, oneOf, version } from './label-kinds.ts';
import { withDefault, withoutDefault } from './label-rule.ts';

/** Labels about networks, load balancers and the network of pods. */
export const NETWORK_LABELS = {
  fixed_subnet_cidr: withDefault(network, '10.0.0.0/24', {
    effect: 'The network of the machines, if it is made with the cluster.',
    change: 'immutable',
  }),
  calico_ipv4pool: withDefault(network, '10.100.0.0/16', {
    effect: 'The network of pods with Calico.',
    change: 'immutable',
  }),
  cilium_ipv4pool: withDefault(network, '10.100.0.0/16', {
    effect: 'The network of pods with Cilium.',
    change: 'immutable',
  }),
  service_cluster_ip_range: withDefault(network, '10.254.0.0/16', {
    effect: 'The network of services.',
    change: 'immutable',
  }),
  dns_cluster_domain: withDefault(domain, 'cluster.local', {
    effect: 'The DNS domain of services in the cluster.',
    change: 'immutable',
  }),
  calico_tag: withDefault(version, 'v3.32.1', { effect: 'The version of Calico.', change: 'in-place' }),
  cilium_tag: withDefault(version, 'v1.15.3', { effect: 'The version of Cilium.', change: 'in-place' }),
  cilium_hubble_ui_enabled: withDefault(boolean, false, {
    effect: 'Installs the user interface of Hubble with Cilium.',
    change: 'in-place',
  }),
  octavia_provider: withDefault(oneOf('amphora', 'amphorav2', 'ovn'), 'amphorav2', {
    effect: 'The Octavia provider of the load balancers of the Kubernetes API and of services.',
    change: 'immutable',
  }),
  octavia_lb_algorithm: withoutDefault(
    oneOf('ROUND_ROBIN', 'MIN_CONNECTIONS', 'SOURCE_IP', 'SOURCE_IP_PORT'),
    '`SOURCE_IP_PORT` with the provider `ovn`, else `ROUND_ROBIN`',
    {
      effect: 'How load balancers of services choose a machine. The provider `ovn` has only `SOURCE_IP_PORT`.',
      change: 'in-place',
    },
  ),
  octavia_lb_healthcheck: withDefault(boolean, true, {
    effect: 'Gives load balancers of services a health monitor.',
    change: 'in-place',
  }),
  api_server_lb_flavor: withoutDefault(name, 'the default flavor of Octavia', {
    effect: 'The Octavia flavor of the load balancer of the Kubernetes API.',
    change: 'immutable',
  }),
  api_server_lb_availability_zone: withoutDefault(name, 'the default zone of Octavia', {
    effect: 'The availability zone of the load balancer of the Kubernetes API.',
    change: 'immutable',
  }),
  api_server_floating_ip: withoutDefault(ipv4Address, 'a new floating IP', {
    effect: 'An existing floating IP for the Kubernetes API.',
    change: 'immutable',
  }),
  master_lb_floating_ip_enabled: withDefault(boolean, true, {
    effect: 'Gives the Kubernetes API a floating IP. Without one, a relay must reach it.',
    change: 'immutable',
  }),
} as const;
