import { nodeNetwork, poolAddresses } from '#shared/domain/infrastructure/networks/node-network';

/** The port of each service. The load balancer and the nodes have the same ports. */
export type BalancedPorts = { http: number; https: number; kubernetesApi: number };
export const BALANCED_PORTS: BalancedPorts = { http: 80, https: 443, kubernetesApi: 6443 };

/**
 * Settings of all three services (docs/decisions/0016-load-balancers-follow-nodes-by-slots.md has the figures). A slot
 * is an address that a node can have.
 * - The interval between two checks of a slot is 3 s if the slot answers, 10 s if it does not answer, and 1 s if it
 *   has just changed. Checks are spread over time. All first checks begin within a second.
 * - Before the first check of a slot, HAProxy 3.1 and later counts it as down, because of `init-state`. Older versions
 *   count it as up.
 * - A connection stays open until one end closes it. If an end vanishes, TCP keepalive notices it within a minute.
 * - Changes of slots are logged to standard error, which goes to the journal. Connections are not logged.
 * - A connection needs two buffers of 16 KB, so 8000 connections fit into 512 MB.
 */
const COMMON = `global
  user haproxy
  group haproxy
  chroot /var/lib/haproxy
  maxconn 8000
  max-spread-checks 1s
  spread-checks 20

defaults
  mode tcp
  balance leastconn
  retries 3
  option redispatch 1
  option clitcpka
  clitcpka-idle 30s
  clitcpka-intvl 10s
  clitcpka-cnt 3
  option srvtcpka
  srvtcpka-idle 30s
  srvtcpka-intvl 10s
  srvtcpka-cnt 3
  timeout connect 2s
  timeout check 3s
  timeout client 1m
  timeout server 1m
  timeout client-fin 30s
  timeout server-fin 30s
  default-server check inter 3s downinter 10s fastinter 1s rise 2 fall 2
.if version_atleast(3.1)
  default-server init-state down
.endif
`;

/** Ends a connection after an hour without data. WebSockets stay open, because they send pings more often. */
const WEB = `  timeout tunnel 1h
  option tcp-check
`;

/**
 * Timeout and checks of the Kubernetes API:
 * - An API server that is not ready answers 500. RKE2's API server refuses anonymous requests with 401
 *   (`anonymous-auth=false`), so its answer does not show whether it is ready. An API server that protects only
 *   `/readyz` answers 403. Both 401 and 403 count as up, because a check without a credential cannot know more. The
 *   kubelet restarts an API server that fails its own probe.
 * - A port without TLS or HTTP counts as down, for example on an agent.
 * - The certificate is not verified, because the cluster's CA does not exist yet when the load balancer is created.
 *   This is safe, because nothing secret is sent. Clients verify the certificate themselves, because TLS passes
 *   through.
 * - Four hours is the kubelet's limit for a silent `kubectl exec`.
 */
const KUBERNETES_API = `  timeout tunnel 4h
  option httpchk
  http-check send meth GET uri /readyz
  http-check expect status 200,401,403
  default-server check-ssl verify none
`;

/**
 * HAProxy's configuration of one tenant's load balancer. Each service has a slot for every address that a node of the
 * tenant can have. A slot is used only while its machine passes the checks, so nodes can come and go without a reload.
 * Agents have no API server, so they never pass the check of port 6443. The configuration has no statistics page, no
 * control socket and no secret.
 * @param cidr the tenant's node network
 * @throws Misconfigured if the network is not a /24
 */
export function haproxyConfig(cidr: string, ports: BalancedPorts = BALANCED_PORTS): string {
  const { loadBalancerIp } = nodeNetwork(cidr);
  const addresses = poolAddresses(cidr);
  const service = (name: string, port: number, options: string) => `
listen ${name}
  bind ${loadBalancerIp}:${port}
${options}${addresses.map((address) => `  server ${slotName(address)} ${address}:${port}\n`).join('')}`;
  return [
    COMMON,
    service('http', ports.http, WEB),
    service('https', ports.https, WEB),
    service('kubernetes-api', ports.kubernetesApi, KUBERNETES_API),
  ].join('');
}

/**
 * The slot of an address: `slot-11` for .11. The name is short, because the user data has 570 lines with such a name.
 */
const slotName = (address: string): string => `slot-${address.split('.').at(-1)}`;
