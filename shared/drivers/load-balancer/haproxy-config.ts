import { nodeNetwork, poolAddresses } from '#shared/domain/infrastructure/networks/node-network';

/** On the load balancer and on the nodes alike. */
export type BalancedPorts = { http: number; https: number; kubernetesApi: number };
export const BALANCED_PORTS: BalancedPorts = { http: 80, https: 443, kubernetesApi: 6443 };

/**
 * What holds for all three services (docs/decisions/0016-load-balancers-follow-nodes-by-slots.md has the figures). A slot that answers is
 * looked at every 3 s, one that does not every 10 s, one that has just changed its mind every second, none at the same moment as the others
 * for long. The first looks begin within a second: until they end HAProxy takes every slot for a machine, unless it is new enough (3.1) to
 * be told otherwise. Connections live as long as both ends do: of an end that vanished, keepalive tells within a minute. Changes of slots
 * go to standard error, and so to the journal; connections are not logged. A connection costs two buffers of 16 KB: 8000 fit into 512 MB.
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

/** A connection without a byte for an hour is over: WebSockets send pings long before. */
const WEB = `  timeout tunnel 1h
  option tcp-check
`;

/**
 * An API server that is not ready says so with 500. RKE2's does not talk to strangers (`anonymous-auth=false`): whoever has no
 * credential gets 401, whatever is asked, and it shows readiness to nobody else either; one that talks to strangers but keeps `/readyz`
 * to itself says 403. Both are in service: no look without a credential can tell more, and a kubelet restarts its API server that fails
 * the probe which has one. What does not speak TLS or HTTP, as on an agent, is none.
 * The certificate is not verified: the cluster's CA does not exist yet when the load balancer is made, nothing secret is sent, and
 * clients verify it themselves, since TLS passes through. Four hours are what the kubelet lets `kubectl exec` be silent.
 */
const KUBERNETES_API = `  timeout tunnel 4h
  option httpchk
  http-check send meth GET uri /readyz
  http-check expect status 200,401,403
  default-server check-ssl verify none
`;

/**
 * HAProxy's configuration of one tenant's load balancer. Each service has a slot for every address that a node of the tenant can have:
 * a slot is in use while the machine behind it passes its checks, so nodes come and go without a reload. Agents have no API server
 * and never pass the check of 6443. No statistics page, no control socket, no secret.
 * @param cidr the tenant's node network
 * @throws Misconfigured for anything that is no /24
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

/** `slot-11` is the machine at .11: short, since there are 570 lines of them in the user data. */
const slotName = (address: string): string => `slot-${address.split('.').at(-1)}`;
