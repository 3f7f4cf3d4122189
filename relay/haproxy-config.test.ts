import { describe, expect, test } from 'vitest';
import { backendStates } from './backend-states.ts';
import { type Backend, haproxyConfig } from './haproxy-config.ts';
import { servedClusters } from './served-clusters.ts';
import { readSettings } from './settings.ts';

const LISTENER = { address: '192.0.2.5', port: 44_355, statsSocket: '/run/paddock-relay/haproxy.sock' };
const NETWORK = '2f6f1c1e-6a52-4b7e-9f0e-0a9b1c8f6d11';
const cluster = (name: string, more: Partial<Backend> = {}): Backend => ({
  serverName: `${name}.paddock`,
  address: '10.0.0.5',
  port: 6443,
  networkId: NETWORK,
  ...more,
});

describe('the configuration of HAProxy', () => {
  test('has a backend for each cluster, chosen by the name in TLS within 5 s (S3-034, M31)', () => {
    const config = haproxyConfig(LISTENER, [
      cluster('kube-bbbbb', { namespace: `ovnmeta-${NETWORK}` }),
      cluster('kube-aaaaa'),
    ]);
    expect(config).toContain(`
frontend api-servers
  bind 192.0.2.5:44355
  tcp-request inspect-delay 5s
  tcp-request content accept if { req.ssl_hello_type 1 }
  tcp-request content reject
  use_backend %[req.ssl_sni,lower]
`);
    expect(config.match(/^(?:backend| {2}server).*/gm)).toEqual([
      'backend kube-aaaaa.paddock',
      '  server api 10.0.0.5:6443 check check-ssl verify none inter 5s fastinter 1s rise 1 fall 3',
      'backend kube-bbbbb.paddock',
      `  server api 10.0.0.5:6443 namespace ovnmeta-${NETWORK} check check-ssl verify none inter 5s fastinter 1s rise 1 fall 3`,
    ]);
  });

  test('is the same for the same clusters in another order, so that nothing is reloaded (M31)', () => {
    const [a, b] = [cluster('kube-aaaaa'), cluster('kube-bbbbb')];
    expect(haproxyConfig(LISTENER, [a, b])).toBe(haproxyConfig(LISTENER, [b, a]));
  });
});

describe('the clusters that a host serves', () => {
  test('are those for whose network it has a namespace already (S3-035, M31)', () => {
    const other = cluster('kube-bbbbb', { networkId: '9c1d5a70-3f1e-4a44-8a65-5a0b8f2f7e22' });
    expect(servedClusters([cluster('kube-aaaaa'), other], ['qrouter-x', `ovnmeta-${NETWORK}`])).toEqual([
      { ...cluster('kube-aaaaa'), namespace: `ovnmeta-${NETWORK}` },
    ]);
  });

  test('are all where the host’s own network reaches them, each once', () => {
    expect(servedClusters([cluster('kube-aaaaa'), cluster('kube-aaaaa')], undefined)).toEqual([cluster('kube-aaaaa')]);
  });

  test('do not include one whose namespace has a name that would be more than a word', () => {
    expect(servedClusters([cluster('kube-aaaaa')], [`a b-${NETWORK}`])).toEqual([]);
  });
});

test('HAProxy’s statistics say which API servers answer', () => {
  const csv = `# pxname,svname,qcur,status,
api-servers,FRONTEND,,OPEN,
kube-aaaaa.paddock,api,0,UP,
kube-aaaaa.paddock,BACKEND,0,UP,
kube-bbbbb.paddock,api,0,DOWN,
kube-ccccc.paddock,api,0,UP 1/3,
`;
  expect(backendStates(csv)).toEqual([
    { serverName: 'kube-aaaaa.paddock', isReachable: true },
    { serverName: 'kube-bbbbb.paddock', isReachable: false },
    { serverName: 'kube-ccccc.paddock', isReachable: true },
  ]);
  expect(backendStates('')).toEqual([]);
});

describe('settings', () => {
  const least = { PADDOCK_URL: 'https://paddock.example.org/', PADDOCK_TOKEN_FILE: '/t', RELAY_BIND: '192.0.2.5' };

  test('have port 44355, namespaces and ten seconds, if nothing else is said (S3-032, S3-033, M5)', () => {
    expect(readSettings({ ...least, RELAY_NAME: 'net1' })).toEqual({
      paddockUrl: 'https://paddock.example.org',
      tokenFile: '/t',
      name: 'net1',
      address: '192.0.2.5',
      port: 44_355,
      usesNamespaces: true,
      folder: '/run/paddock-relay',
      intervalMs: 10_000,
      haproxy: 'haproxy',
    });
    expect(readSettings({ ...least, RELAY_PORT: '8443', RELAY_NAMESPACES: 'no' })).toMatchObject({
      port: 8443,
      usesNamespaces: false,
    });
  });

  test.each(['PADDOCK_URL', 'PADDOCK_TOKEN_FILE', 'RELAY_BIND'])('name %s if it is missing', (name) => {
    expect(() => readSettings({ ...least, [name]: undefined })).toThrow(name);
  });
});
