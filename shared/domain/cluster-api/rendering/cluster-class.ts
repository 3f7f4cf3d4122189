import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { INFRASTRUCTURE_KINDS, KINDS, type KubernetesObject } from '../kubernetes-object.ts';

type Infrastructure = ClusterApiSpec['infrastructure'];
type Kind = { apiVersion: string; kind: string };

/** The only worker class of the ClusterClass. Node groups differ only in the values of the class's variables. */
export const WORKER_CLASS = 'default-worker';

/** The version of the ClusterClass that new clusters get. See `clusterApiSpec.classVersion`. */
export const CURRENT_CLASS_VERSION = 1;

export const className = (infrastructure: Infrastructure, version: number): string =>
  `paddock-${infrastructure}-v${version}`;

/**
 * Timeouts for deleting a machine. After these times, Cluster API deletes the machine even if its node is not empty,
 * its volumes are still attached, or its node object cannot be deleted.
 */
export const DELETION_TIMEOUTS = { nodeDrainTimeout: '15m', nodeVolumeDetachTimeout: '5m', nodeDeletionTimeout: '10m' };

/**
 * A machine is replaced if its node is not ready for five minutes, or if it has no node after twenty minutes. If more
 * than 40 % of the machines are unhealthy, no machine is replaced. In this case the network or the cloud has probably
 * failed, so new machines would not help.
 */
const HEALTH_CHECK = {
  maxUnhealthy: '40%',
  nodeStartupTimeout: '20m',
  unhealthyConditions: ['False', 'Unknown'].map((status) => ({ type: 'Ready', status, timeout: '5m' })),
};
/** Without these limits, Cluster API would replace an unhealthy control plane machine at once, again and again. */
const REMEDIATION = { maxRetry: 3, retryPeriod: '10m', minHealthyPeriod: '1h' };
/**
 * Cluster API replaces a control plane machine when its certificates expire within this number of days. Certificates
 * are valid for a year. A new machine has new certificates.
 */
const CERTIFICATE_DAYS = 21;

const VARIABLES = ['infrastructureCluster', 'controlPlaneMachine', 'controlPlaneConfig'] as const;
/** Variables that every node group sets for its own machines. */
const GROUP_VARIABLES = ['workerMachine', 'workerConfig'] as const;

/**
 * The value of a variable replaces a whole part of a template. The schema of the variable accepts any object.
 * Kubernetes validates the value only when Cluster API creates an object from the template.
 */
const variable = (name: string, required: boolean) => ({
  name,
  required,
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
});

const patch = (name: string, kind: Kind, matchResources: object, path: string) => ({
  name,
  enabledIf: `{{ if .${name} }}true{{ end }}`,
  definitions: [
    {
      selector: { ...kind, matchResources },
      jsonPatches: [{ op: 'add', path, valueFrom: { variable: name } }],
    },
  ],
});

const patches = (kinds: { cluster: Kind; machine: Kind }) => {
  const workers = { machineDeploymentClass: { names: [WORKER_CLASS] } };
  const spec = '/spec/template/spec';
  return [
    patch('infrastructureCluster', kinds.cluster, { infrastructureCluster: true }, spec),
    patch('controlPlaneMachine', kinds.machine, { controlPlane: true }, spec),
    patch('controlPlaneConfig', KINDS.controlPlaneTemplate, { controlPlane: true }, `${spec}/kubeadmConfigSpec`),
    patch('workerMachine', kinds.machine, workers, spec),
    patch('workerConfig', KINDS.kubeadmConfigTemplate, workers, spec),
  ];
};

/**
 * The strategy for replacing the machines of a node group. A rollout deletes a machine only when its replacement is
 * ready. If machines are unhealthy, at most a fifth of the group's machines are replaced at the same time.
 * @param atOnce how many machines a rollout replaces at the same time
 */
export const workerStrategy = (atOnce: number) => ({
  type: 'RollingUpdate',
  rollingUpdate: { maxSurge: atOnce, maxUnavailable: 0, deletePolicy: 'Oldest' },
  remediation: { maxInFlight: '20%' },
});

const inTemplate = (spec: object) => ({ template: { spec } });

/** Placeholders for the required fields of the templates. The values of each cluster replace them. */
function placeholders(infrastructure: Infrastructure): { cluster: object; machine: object } {
  if (infrastructure === 'openstack') {
    return {
      cluster: { identityRef: { name: 'none', cloudName: 'none' } },
      machine: { flavor: 'none', image: { filter: { name: 'none' } } },
    };
  }
  const startup = (startupDuration: string) => ({ provisioning: { startupDuration } });
  const machine = { vm: startup('10s'), node: startup('2s'), etcd: startup('2s'), apiServer: startup('2s') };
  return { cluster: { backend: { inMemory: {} } }, machine: { backend: { inMemory: machine } } };
}

/**
 * The templates of a version of the ClusterClass, then the ClusterClass itself. Clusters share these objects, so they
 * never change in place. Any change makes a new version, which a cluster gets only by an upgrade.
 */
export function clusterClass(infrastructure: Infrastructure, version: number): KubernetesObject[] {
  const name = className(infrastructure, version);
  const kinds = INFRASTRUCTURE_KINDS[infrastructure];
  const holders = placeholders(infrastructure);
  const object = (kind: Kind, suffix: string, spec: object) => ({
    ...kind,
    metadata: { name: `${name}${suffix}` },
    spec,
  });
  const cluster = object(kinds.cluster, '', inTemplate(holders.cluster));
  const machine = object(kinds.machine, '-control-plane', inTemplate(holders.machine));
  const worker = object(kinds.machine, '-worker', inTemplate(holders.machine));
  const workerConfig = object(KINDS.kubeadmConfigTemplate, '-worker', inTemplate({ joinConfiguration: {} }));
  const controlPlane = object(KINDS.controlPlaneTemplate, '', {
    template: {
      spec: {
        kubeadmConfigSpec: {},
        remediationStrategy: REMEDIATION,
        rolloutBefore: { certificatesExpiryDays: CERTIFICATE_DAYS },
      },
    },
  });
  const templates = { cluster, controlPlane, machine, worker, workerConfig };
  return [...Object.values(templates), classObject(name, templates, patches(kinds))];
}

const refTo = ({ apiVersion, kind, metadata: { name } }: KubernetesObject) => ({ ref: { apiVersion, kind, name } });

type Templates = Record<'cluster' | 'controlPlane' | 'machine' | 'worker' | 'workerConfig', KubernetesObject>;

const classObject = (name: string, templates: Templates, patchesOfClass: object[]): KubernetesObject => ({
  ...KINDS.clusterClass,
  metadata: { name },
  spec: {
    infrastructure: refTo(templates.cluster),
    controlPlane: {
      ...refTo(templates.controlPlane),
      machineInfrastructure: refTo(templates.machine),
      machineHealthCheck: HEALTH_CHECK,
      ...DELETION_TIMEOUTS,
    },
    workers: {
      machineDeployments: [
        {
          class: WORKER_CLASS,
          template: {
            bootstrap: refTo(templates.workerConfig),
            infrastructure: refTo(templates.worker),
          },
          machineHealthCheck: HEALTH_CHECK,
          strategy: workerStrategy(1),
          ...DELETION_TIMEOUTS,
        },
      ],
    },
    variables: [...VARIABLES.map((one) => variable(one, false)), ...GROUP_VARIABLES.map((one) => variable(one, false))],
    patches: patchesOfClass,
  },
});
