import { nodeNetwork, poolAddresses } from '#shared/domain/infrastructure/networks/node-network';

/** The same ports on the load balancer and on the nodes. */
export type BalancedPorts = { http: number; https: number; kubernetesApi: number };
export const BALANCED_PORTS: BalancedPorts = { http: 80, https: 443, kubernetesApi: 6443 };

/**
 * Settings of all three services (docs/decisions/0016-load-balancers-follow-nodes-by-slots.md has the figures). A slot
 * that answers is checked every 3 s, another every 10 s, and one that has just changed every second, spread over time.
 * The first checks begin within a second; until they end, HAProxy counts every slot as up, unless it is new enough
 * (3.1) for another setting. Connections live as long as both ends; keepalive notices a vanished end within a minute.
 * Changes of slots go to standard error and so to the journal; connections are not logged. A connection needs two
 * buffers of 16 KB: 8000 fit into 512 MB.
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

/** Ends a connection after an hour without a byte. WebSockets send pings more often. */
const WEB = `  timeout tunnel 1h
  option tcp-check
`;

/**
 * An API server that is not ready answers 500. RKE2's refuses anonymous requests (`anonymous-auth=false`) with 401, and
 * so does not show its readiness; a server that only protects `/readyz` answers 403. Both count as up: no check without
 * a credential sees more, and the kubelet restarts an API server that fails its own probe. A port without TLS or HTTP,
 * as on an agent, counts as down. The certificate is not verified: the cluster's CA does not exist yet when the load
 * balancer is created, nothing secret is sent, and clients verify it themselves, since TLS passes through. Four hours
 * is the kubelet's limit for a silent `kubectl exec`.
 */
const KUBERNETES_API = `  timeout tunnel 4h
  option httpchk
  http-check send meth GET uri /readyz
  http-check expect status 200,401,403
  default-server check-ssl verify none
`;

/**
 * HAProxy's configuration of one tenant's load balancer. Each service has a slot for every address that a node of the
 * tenant can have. A slot is in use while its machine passes the checks, so nodes come and go without a reload. Agents
 * have no API server and never pass the check of 6443. No statistics page, no control socket, no secret.
 * @param cidr the tenant's node network
 * @throws Misconfigured for anything but a /24
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

/** `slot-11` is the machine at .11. Short, because the user data has 570 such lines. */
const slotName = (address: string): string => `slot-${address.split('.').at(-1)}`;
