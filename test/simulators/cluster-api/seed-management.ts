import type { ApiResource } from '../kubernetes/api-resource.ts';
import { CORE_RESOURCES, NAMESPACES } from '../kubernetes/core-resources.ts';
import type { KubernetesContext } from '../kubernetes/kubernetes-context.ts';
import { objectStore } from '../kubernetes/objects/object-store.ts';

export const NAMESPACE = 'paddock';
const WRITING = { manager: 'Update clusterctl', dryRun: false };
const PROVIDER = 'cluster.x-k8s.io/provider';

/** The managers as their releases install them: namespace, Deployment, provider and image. */
const MANAGERS = [
  ['capi-system', 'capi-controller-manager', 'cluster-api', 'cluster-api/cluster-api-controller:v1.10.5'],
  [
    ...['capi-kubeadm-bootstrap-system', 'capi-kubeadm-bootstrap-controller-manager', 'bootstrap-kubeadm'],
    'cluster-api/kubeadm-bootstrap-controller:v1.10.5',
  ],
  [
    ...['capi-kubeadm-control-plane-system', 'capi-kubeadm-control-plane-controller-manager', 'control-plane-kubeadm'],
    'cluster-api/kubeadm-control-plane-controller:v1.10.5',
  ],
  [
    ...['capo-system', 'capo-controller-manager', 'infrastructure-openstack'],
    'capi-openstack/capi-openstack-controller:v0.12.4',
  ],
] as const;

const kindNamed = (kind: string): ApiResource => {
  const found = CORE_RESOURCES.find((one) => one.kind === kind);
  if (!found) throw new Error(`${kind} is not simulated`);
  return found;
};

/** Puts the managers and an empty namespace for clusters into a new management cluster. */
export function seedManagement(context: KubernetesContext): void {
  const store = objectStore(context);
  const deployments = kindNamed('Deployment');
  for (const name of ['default', 'kube-system', NAMESPACE]) {
    store.create(NAMESPACES, '', { metadata: { name }, body: {} }, WRITING);
  }
  for (const [namespace, name, provider, image] of MANAGERS) {
    const labels = { [PROVIDER]: provider };
    store.create(NAMESPACES, '', { metadata: { name: namespace, labels }, body: {} }, WRITING);
    const spec = {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'manager', image: `registry.k8s.io/${image}` }] },
      },
    };
    store.create(deployments, namespace, { metadata: { name, labels }, body: { spec } }, WRITING);
  }
}
