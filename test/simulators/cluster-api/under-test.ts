import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';

const CORE = 'cluster.x-k8s.io/v1beta1';
const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io/v1beta1';
type Provider = 'Dev' | 'OpenStack';
type Wanted = { apiVersion: string; kind: string; metadata: { name: string }; spec: object };

const durations = Object.fromEntries(
  Object.entries({ vm: '10s', node: '2s', etcd: '2s', apiServer: '2s' }).map(([part, startupDuration]) => [
    part,
    { provisioning: { startupDuration } },
  ]),
);
const machineSpec = (provider: Provider) =>
  provider === 'Dev'
    ? { backend: { inMemory: durations } }
    : { flavor: 'm1.large', image: { filter: { name: 'ubuntu-2404-kube-v1.32.0' } } };
const clusterSpec = (provider: Provider) =>
  provider === 'Dev'
    ? { backend: { inMemory: {} } }
    : { identityRef: { name: 'cloud-config', cloudName: 'default' }, externalNetwork: { id: 'public' } };

const at = (apiVersion: string, kind: string, name: string) => ({ apiVersion, kind, metadata: { name } });
const template = (spec: object) => ({ spec: { template: { spec } } });

function templatesOf(name: string, provider: Provider) {
  const registration = { nodeRegistration: { criSocket: 'unix:///var/run/containerd/containerd.sock' } };
  const kubeadmConfigSpec = {
    clusterConfiguration: { apiServer: { certSANs: ['localhost'] } },
    initConfiguration: registration,
    joinConfiguration: registration,
  };
  return {
    cluster: { ...at(INFRASTRUCTURE, `${provider}ClusterTemplate`, name), ...template(clusterSpec(provider)) },
    plane: {
      ...at('controlplane.cluster.x-k8s.io/v1beta1', 'KubeadmControlPlaneTemplate', name),
      ...template({ kubeadmConfigSpec }),
    },
    server: {
      ...at(INFRASTRUCTURE, `${provider}MachineTemplate`, `${name}-server`),
      ...template(machineSpec(provider)),
    },
    worker: {
      ...at(INFRASTRUCTURE, `${provider}MachineTemplate`, `${name}-worker`),
      ...template(machineSpec(provider)),
    },
    config: {
      ...at('bootstrap.cluster.x-k8s.io/v1beta1', 'KubeadmConfigTemplate', name),
      ...template({ joinConfiguration: registration }),
    },
  };
}

const anyObject = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };

/** Puts the variable `workerConfig` into the configuration of workers. */
function workerPatch({ apiVersion, kind }: Pick<Wanted, 'apiVersion' | 'kind'>) {
  const matchResources = { machineDeploymentClass: { names: ['default-worker'] } };
  const path = '/spec/template/spec/joinConfiguration';
  const jsonPatches = [{ op: 'add', path, valueFrom: { variable: 'workerConfig' } }];
  const definitions = [{ selector: { apiVersion, kind, matchResources }, jsonPatches }];
  return { name: 'workerConfig', enabledIf: '{{ if .workerConfig }}true{{ end }}', definitions };
}

/**
 * The objects of a ClusterClass for one infrastructure provider: first the templates, then the class that refers to
 * them.
 */
export function aClass(name: string, provider: Provider): Wanted[] {
  const { cluster, plane, server, worker, config } = templatesOf(name, provider);
  const ref = ({ apiVersion, kind, metadata }: Wanted) => ({ ref: { apiVersion, kind, name: metadata.name } });
  const workers = { class: 'default-worker', template: { bootstrap: ref(config), infrastructure: ref(worker) } };
  const spec = {
    infrastructure: ref(cluster),
    controlPlane: { ...ref(plane), machineInfrastructure: ref(server) },
    workers: { machineDeployments: [workers] },
    variables: [{ name: 'workerConfig', required: false, schema: anyObject }],
    patches: [workerPatch(config)],
  };
  return [cluster, plane, server, worker, config, { ...at(CORE, 'ClusterClass', name), spec }];
}

export type Wish = { version?: string; servers?: number; workers?: number; workerConfig?: object; zone?: string };

export function aCluster(name: string, ofClass: string, wish: Wish = {}): Wanted {
  const { version = 'v1.32.0', servers = 1, workers = 2, workerConfig, zone } = wish;
  return {
    ...{ apiVersion: CORE, kind: 'Cluster', metadata: { name } },
    spec: {
      clusterNetwork: { pods: { cidrBlocks: ['10.100.0.0/16'] }, services: { cidrBlocks: ['10.254.0.0/16'] } },
      topology: {
        ...{ class: ofClass, version, controlPlane: { replicas: servers } },
        workers: {
          machineDeployments: [
            {
              class: 'default-worker',
              name: 'md-0',
              replicas: workers,
              ...(zone !== undefined && { failureDomain: zone }),
            },
          ],
        },
        ...(workerConfig && { variables: [{ name: 'workerConfig', value: workerConfig }] }),
      },
    },
  };
}

/** Whether the condition of this type in the object's `status.v1beta2` is true. */
export function holdsOf(object: KubernetesObject | undefined, type: string): boolean {
  const conditions = fieldAt(object, 'status.v1beta2.conditions');
  if (!Array.isArray(conditions)) return false;
  return conditions.some((one) => fieldAt(one, 'type') === type && fieldAt(one, 'status') === 'True');
}
