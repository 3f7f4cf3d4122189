import type { RelayedCluster } from '#shared/contracts/relay-exchange';

/**
 * A cluster, and the network namespace of this host that reaches the cluster. Without `namespace`, the host's own
 * network reaches the cluster.
 */
export type Backend = RelayedCluster & { namespace?: string | undefined };
/** The address and port where clients connect, and the socket of HAProxy's statistics. */
export type Listener = { address: string; port: number; statsSocket: string };

/**
 * A client has 5 s to name the API server that it wants, by TLS SNI. HAProxy closes a connection without TLS, without a
 * name, or with an unknown name. Kubernetes watches are silent for minutes, so idle connections may stay open for
 * hours. TCP keepalive detects clients and servers that have vanished.
 */
const head = ({ address, port, statsSocket }: Listener): string => `global
  maxconn 8000
  stats socket ${statsSocket} mode 600 level user expose-fd listeners

defaults
  mode tcp
  option clitcpka
  option srvtcpka
  timeout connect 5s
  timeout check 5s
  timeout client 1h
  timeout server 1h
  timeout tunnel 4h
  timeout client-fin 30s
  timeout server-fin 30s

frontend api-servers
  bind ${address}:${port}
  tcp-request inspect-delay 5s
  tcp-request content accept if { req.ssl_hello_type 1 }
  tcp-request content reject
  use_backend %[req.ssl_sni,lower]
`;

/**
 * An API server passes the check if it answers by TLS that it is ready, or that it refuses requests without a
 * credential. HAProxy does not check the certificate. Clients check the certificate themselves, because TLS passes
 * through.
 */
const backend = ({ serverName, address, port, namespace }: Backend): string => `
backend ${serverName}
  option httpchk GET /readyz
  http-check expect status 200,401,403
  server api ${address}:${port}${namespace === undefined ? '' : ` namespace ${namespace}`} check check-ssl verify none inter 5s fastinter 1s rise 1 fall 3
`;

/** HAProxy's configuration of a relay. Clusters are sorted, so the same clusters in another order need no reload. */
export const haproxyConfig = (listener: Listener, backends: readonly Backend[]): string =>
  [head(listener), ...[...backends].sort((a, b) => (a.serverName < b.serverName ? -1 : 1)).map(backend)].join('');
