import type { RelayedCluster } from '#shared/contracts/relay-exchange';

/** A cluster, and the network namespace of this host that reaches it. Without one, the host's own network does. */
export type Backend = RelayedCluster & { namespace?: string | undefined };
/** Where clients connect, and where HAProxy's statistics are read. */
export type Listener = { address: string; port: number; statsSocket: string };

/**
 * A client has 5 s to say by TLS which API server it wants. A connection without TLS, without a name, or with the name
 * of no cluster is closed. Connections live as long as both ends keep them: watches of Kubernetes are silent for
 * minutes, so TCP keepalive finds ends that have vanished.
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
 * An API server passes if it answers by TLS and says that it is ready, or that it answers nobody without a credential.
 * The certificate is not checked here. Clients check it themselves, because TLS passes through.
 */
const backend = ({ serverName, address, port, namespace }: Backend): string => `
backend ${serverName}
  option httpchk GET /readyz
  http-check expect status 200,401,403
  server api ${address}:${port}${namespace === undefined ? '' : ` namespace ${namespace}`} check check-ssl verify none inter 5s fastinter 1s rise 1 fall 3
`;

/**
 * HAProxy's configuration of a relay. The order of clusters makes no difference, so an unchanged list needs no reload.
 */
export const haproxyConfig = (listener: Listener, backends: readonly Backend[]): string =>
  [head(listener), ...[...backends].sort((a, b) => (a.serverName < b.serverName ? -1 : 1)).map(backend)].join('');
