import type { FieldText } from '../_core/field-text.ts';

const NAME_OR_ID = 'Name or id of the';
/** Texts of a template's fields. The fields have the same names as in Magnum's cluster templates. */
export const TEMPLATE_TEXTS = {
  image_id: {
    is: `${NAME_OR_ID} image of all machines. It must have the property \`os_distro\`.`,
    required: true,
    example: 'ubuntu-2204-kube-v1.33.5',
  },
  flavor_id: {
    is: `${NAME_OR_ID} flavor of workers.`,
    without: 'each order must name a flavor',
    example: 'm1.large',
  },
  master_flavor_id: {
    is: `${NAME_OR_ID} flavor of control plane machines.`,
    without: 'the value of `flavor_id`',
    example: 'm1.medium',
  },
  keypair_id: {
    is: 'Name of the SSH key in the cloud that machines get.',
    without: 'machines get no key',
    example: 'operators',
  },
  external_network_id: {
    is: `${NAME_OR_ID} network from which floating IPs come.`,
    without: 'orders with this template are refused',
    example: 'public',
  },
  fixed_network: {
    is: 'Id of an existing network for the machines.',
    without: 'the network of `fixed_subnet`, or a network that is made with the cluster',
    example: 'nodes',
  },
  fixed_subnet: {
    is: `${NAME_OR_ID} subnet in which the machines are.`,
    without: 'the subnets of `fixed_network`, or a subnet that is made with the cluster',
    example: 'nodes-ipv4',
  },
  dns_nameserver: {
    is: 'IPv4 addresses of DNS servers for a network that is made, with commas between them.',
    without: 'the DNS servers of the cloud',
    example: '192.0.2.53,198.51.100.53',
  },
  docker_volume_size: {
    is: 'Size of a separate volume for containers.',
    unit: 'GB',
    without: 'containers are on the root disk',
    example: 50,
  },
  floating_ip_enabled: {
    is: 'Kept for Magnum’s clients. It has no effect: machines get no floating IPs.',
    default: false,
    example: false,
  },
  master_lb_enabled: {
    is: 'Whether the Kubernetes API stands behind a load balancer of Octavia.',
    default: true,
    example: true,
  },
  network_driver: { is: 'Network plugin of the cluster.', default: 'calico', example: 'calico' },
  http_proxy: {
    is: 'URL of the proxy for HTTP requests of containerd and `apt` on machines. It must not contain a password.',
    without: 'HTTP requests use no proxy',
    example: 'http://proxy.example.org:3128',
  },
  https_proxy: {
    is: 'URL of the proxy for HTTPS requests of containerd and `apt` on machines. It must not contain a password.',
    without: 'HTTPS requests use no proxy',
    example: 'http://proxy.example.org:3128',
  },
  no_proxy: {
    is: 'Hosts, domains and networks that containerd calls without the proxy, with commas between them.',
    without: 'only the machine itself and the cluster’s own networks and names need no proxy',
    example: '10.0.0.0/8,.example.org',
  },
  insecure_registry: {
    is: 'A registry without TLS: its host, and its port if it has one. It is stored, but it has no effect on machines.',
    without: 'no registry is stored',
    example: 'registry.example.org:5000',
  },
  labels: {
    is: 'Labels by name. All values are texts. `GET /api/cluster-api-labels/` lists the labels; others are refused.',
    without: 'all labels have their defaults',
    example: { kube_tag: 'v1.33.5', auto_scaling_enabled: 'true', min_node_count: '1', max_node_count: '5' },
  },
} satisfies Record<string, FieldText>;
