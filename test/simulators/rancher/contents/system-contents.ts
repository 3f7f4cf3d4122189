import { randomName } from '../../_kit/random-name.ts';
import { type ContentType, type NewContent, PROJECT } from './content-types.ts';

const SYSTEM_NAMESPACES = [
  'cattle-impersonation-system',
  'cattle-system',
  'kube-node-lease',
  'kube-public',
  'kube-system',
];

const workload = (namespace: string, name: string, app: string, replicas?: number): NewContent => ({
  ...{ namespace, name, labels: { app } },
  body: {
    spec: {
      ...(replicas !== undefined && { replicas }),
      selector: { matchLabels: { app } },
      template: { metadata: { labels: { app } }, spec: { containers: [{ name, image: `rancher/${name}` }] } },
    },
    status:
      replicas === undefined ? { desiredNumberScheduled: 1, numberReady: 1 } : { replicas, readyReplicas: replicas },
  },
});
const service = (namespace: string, name: string, clusterIP: string, app?: string): NewContent => ({
  ...{ namespace, name },
  body: {
    spec: { type: 'ClusterIP', clusterIP, ports: [{ port: 443 }], ...(app && { selector: { app } }) },
    status: { loadBalancer: {} },
  },
});
const agentPod = (replicas: string): [ContentType, NewContent] => [
  'pod',
  {
    ...{ namespace: 'cattle-system', name: `cattle-cluster-agent-${replicas}-${randomName(5)}` },
    labels: { app: 'cattle-cluster-agent', 'pod-template-hash': replicas },
    body: {
      spec: { containers: [{ name: 'cluster-register', image: 'rancher/rancher-agent' }] },
      status: { phase: 'Pending' },
    },
  },
];
const repository = (name: string, gitRepo: string): NewContent => ({
  name,
  body: {
    spec: { gitRepo, gitBranch: 'release-v2.11' },
    status: { branch: 'release-v2.11', commit: 'f4c8a2b19d3e7a605c1f8e2d4b6a90713c5d8e2f' },
  },
});

/** The objects that an RKE2 cluster has as soon as Rancher manages it. */
export function systemContents({ Default, System }: { Default: string; System: string }): [ContentType, NewContent][] {
  const namespaces = [
    { name: 'default', annotations: { [PROJECT]: Default } },
    ...SYSTEM_NAMESPACES.map((name) => ({ name, annotations: { [PROJECT]: System } })),
    { name: 'local' },
  ];
  return [
    ...namespaces.map((it): [ContentType, NewContent] => [
      'namespace',
      { ...it, body: { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } } },
    ]),
    ['configmap', { namespace: 'kube-system', name: 'extension-apiserver-authentication' }],
    ['configmap', { namespace: 'kube-system', name: 'kube-apiserver-legacy-service-account-token-tracking' }],
    ...['69d9568d4b', '75fb6495cf'].map((replicas) => agentPod(replicas)),
    ['apps.deployment', workload('cattle-system', 'cattle-cluster-agent', 'cattle-cluster-agent', 2)],
    ['apps.deployment', workload('cattle-system', 'rancher-webhook', 'rancher-webhook', 1)],
    ['apps.deployment', workload('kube-system', 'rke2-coredns-rke2-coredns', 'rke2-coredns', 2)],
    ['apps.daemonset', workload('kube-system', 'rke2-ingress-nginx-controller', 'rke2-ingress-nginx')],
    ['service', service('default', 'kubernetes', '10.43.0.1')],
    ['service', service('kube-system', 'rke2-coredns-rke2-coredns', '10.43.0.10', 'rke2-coredns')],
    [
      'catalog.cattle.io.app',
      {
        ...{ namespace: 'kube-system', name: 'rke2-coredns' },
        body: {
          spec: {
            ...{ name: 'rke2-coredns', namespace: 'kube-system', version: 1, info: { status: 'deployed' } },
            chart: { metadata: { name: 'rke2-coredns', version: '1.36.102' } },
          },
          status: { summary: { state: 'deployed' }, observedGeneration: 1 },
        },
      },
    ],
    ['catalog.cattle.io.clusterrepo', repository('rancher-charts', 'https://git.rancher.io/charts')],
    ['catalog.cattle.io.clusterrepo', repository('rancher-partner-charts', 'https://git.rancher.io/partner-charts')],
    ['catalog.cattle.io.clusterrepo', repository('rancher-rke2-charts', 'https://git.rancher.io/rke2-charts')],
    ...['admin', 'cluster-admin', 'edit', 'view'].map((name): [ContentType, NewContent] => [
      'rbac.authorization.k8s.io.clusterrole',
      { name },
    ]),
  ];
}

const OWNER_HASH = 'f399d0b310fbfb28e9667312fdc7a33954e2b8c8';
/** Annotations of a namespace that Rancher has made for a workspace of Fleet. */
const ownedByWorkspace = (name: string): Record<string, string> => ({
  'management.cattle.io/no-default-sa-token': 'true',
  'objectset.rio.cattle.io/id': 'workspace',
  'objectset.rio.cattle.io/owner-gvk': 'management.cattle.io/v3, Kind=FleetWorkspace',
  'objectset.rio.cattle.io/owner-name': name,
  'objectset.rio.cattle.io/owner-namespace': '',
});

/** The namespaces of Rancher's own cluster, with the labels and annotations that Rancher has written. */
export function localContents(): [ContentType, NewContent][] {
  const [usual, system] = [`p-${randomName(5)}`, `p-${randomName(5)}`];
  const status = JSON.stringify({
    Conditions: ['ResourceQuotaInit', 'InitialRolesPopulated'].map((Type) => {
      return { Type, Status: 'True', Message: '', LastUpdateTime: '1970-01-01T00:00:00Z' };
    }),
  });
  const names = [...SYSTEM_NAMESPACES, 'cattle-global-data', 'fleet-default', 'fleet-local', 'local'];
  return [{ name: 'default', project: usual }, ...names.map((name) => ({ name, project: system }))].map(
    ({ name, project }) => [
      'namespace',
      {
        name,
        labels: {
          [PROJECT]: project,
          ...(name.startsWith('fleet-') && { 'objectset.rio.cattle.io/hash': OWNER_HASH }),
        },
        annotations: {
          ...(name.startsWith('fleet-') && ownedByWorkspace(name)),
          ...{ 'cattle.io/status': status, [PROJECT]: `local:${project}` },
          'lifecycle.cattle.io/create.namespace-auth': 'true',
        },
        body: { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
      },
    ],
  );
}
