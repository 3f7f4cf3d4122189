import { z } from 'zod';

type Kind = 'text' | 'number' | 'yes or no' | 'list' | 'object';
/** A field of the spec. `go` is the name of the field's type in Go's error messages. */
type Field = { kind: Kind; go: string; fields?: Record<string, Field> };

const text = (go = 'string'): Field => ({ kind: 'text', go });
const number = (go = 'int'): Field => ({ kind: 'number', go });
const flag = (go = 'bool'): Field => ({ kind: 'yes or no', go });
const list = (go: string): Field => ({ kind: 'list', go });
const object = (go: string, fields?: Record<string, Field>): Field => ({
  kind: 'object',
  go,
  ...(fields && { fields }),
});
const free = object('map[string]interface {}');

const drainOptions = object('v1.DrainOptions', {
  ...{ enabled: flag(), force: flag(), disableEviction: flag(), deleteEmptyDirData: flag() },
  ...{ ignoreDaemonSets: flag(), ignoreErrors: flag(), gracePeriod: number(), timeout: number() },
  ...{ skipWaitForDeleteTimeoutSeconds: number(), preDrainHooks: list('[]v1.DrainHook') },
  postDrainHooks: list('[]v1.DrainHook'),
});

const RKE_CONFIG: Record<string, Field> = {
  upgradeStrategy: object('v1.ClusterUpgradeStrategy', {
    ...{ controlPlaneConcurrency: text(), workerConcurrency: text() },
    ...{ controlPlaneDrainOptions: drainOptions, workerDrainOptions: drainOptions },
  }),
  ...{ chartValues: free, machineGlobalConfig: free },
  machineSelectorConfig: list('[]v1.RKESystemConfig'),
  machineSelectorFiles: list('[]v1.RKEProvisioningFiles'),
  additionalManifest: text(),
  registries: object('v1.Registry'),
  etcd: object('v1.ETCD'),
  networking: object('v1.Networking', { stackPreference: text('v1.NetworkingStackPreference') }),
  dataDirectories: object('v1.DataDirectories', { systemAgent: text(), provisioning: text(), k8sDistro: text() }),
  provisionGeneration: number(),
  machinePools: list('[]v1.RKEMachinePool'),
  machinePoolDefaults: object('v1.RKEMachinePoolDefaults'),
  infrastructureRef: object('v1.ObjectReference'),
  etcdSnapshotRestore: object('v1.ETCDSnapshotRestore'),
  etcdSnapshotCreate: object('v1.ETCDSnapshotCreate'),
  rotateCertificates: object('v1.RotateCertificates', { generation: number('int64'), services: list('[]string') }),
  rotateEncryptionKeys: object('v1.RotateEncryptionKeys'),
};

const SPEC: Record<string, Field> = {
  ...{ cloudCredentialSecretName: text(), kubernetesVersion: text() },
  clusterAPIConfig: object('v1.ClusterAPIConfig'),
  rkeConfig: object('v1.RKEConfig', RKE_CONFIG),
  localClusterAuthEndpoint: object('v1.LocalClusterAuthEndpoint', { enabled: flag(), fqdn: text(), caCerts: text() }),
  agentEnvVars: list('[]v1.EnvVar'),
  clusterAgentDeploymentCustomization: object('v1.AgentDeploymentCustomization'),
  fleetAgentDeploymentCustomization: object('v1.AgentDeploymentCustomization'),
  defaultPodSecurityAdmissionConfigurationTemplateName: text(),
  defaultClusterRoleForProjectMembers: text(),
  enableNetworkPolicy: flag(),
  redeploySystemAgentGeneration: number('int64'),
};

const anything = z.record(z.string(), z.unknown());
const fieldsOf = (value: unknown): Record<string, unknown> => anything.safeParse(value).data ?? {};

/** The spec without the fields that Rancher does not know, and the paths of those fields. */
export function knownFields(spec: Record<string, unknown>) {
  const unknown: string[] = [];
  const keep = (value: Record<string, unknown>, fields: Record<string, Field>, path: string) => {
    const kept: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value)) {
      const field = fields[name];
      if (!field) unknown.push(`${path}.${name}`);
      else kept[name] = field.fields && isPlain(inner) ? keep(fieldsOf(inner), field.fields, `${path}.${name}`) : inner;
    }
    return kept;
  };
  return { spec: keep(spec, SPEC, 'spec'), unknown };
}

const isPlain = (value: unknown): boolean => anything.safeParse(value).success;

/** Go's message about the first field that has a wrong type. */
export function typeProblem(spec: Record<string, unknown>): string | undefined {
  return problemIn(spec, SPEC, { struct: 'ClusterSpec', path: 'spec' });
}

type Place = { struct: string; path: string };

function problemIn(value: Record<string, unknown>, fields: Record<string, Field>, place: Place): string | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const given = value[name];
    if (given === undefined || given === null) continue;
    if (kindOf(given) !== field.kind)
      return (
        `json: cannot unmarshal ${goKind(given)} into Go struct field ` +
        `${place.struct}.${place.path}.${name} of type ${field.go}`
      );
    const inside = field.fields && problemIn(fieldsOf(given), field.fields, inner(name, field, place));
    if (inside) return inside;
  }
  return undefined;
}

/** `RKEConfig` embeds its settings as `ClusterConfiguration`. */
function inner(name: string, { go }: Field, { path }: Place): Place {
  const struct = go.replace('v1.', '');
  return { struct, path: struct === 'RKEConfig' ? `${path}.${name}.ClusterConfiguration` : `${path}.${name}` };
}

function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'yes or no' : 'object';
}

function goKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

const DRAIN = {
  ...{ deleteEmptyDirData: false, disableEviction: false, enabled: false, force: false },
  ...{ gracePeriod: 0, skipWaitForDeleteTimeoutSeconds: 0, timeout: 0 },
};

/** The spec as the first controller writes it back, with the fields that Go never leaves out. */
export function withDefaults(spec: Record<string, unknown>): Record<string, unknown> {
  const given = fieldsOf(spec.rkeConfig);
  const strategy = fieldsOf(given.upgradeStrategy);
  const drain = (side: string) => ({ ...DRAIN, ...fieldsOf(strategy[side]) });
  const rkeConfig = {
    ...{ chartValues: null, dataDirectories: {}, machineGlobalConfig: null, machinePoolDefaults: {} },
    ...given,
    upgradeStrategy: {
      ...strategy,
      ...{
        controlPlaneDrainOptions: drain('controlPlaneDrainOptions'),
        workerDrainOptions: drain('workerDrainOptions'),
      },
    },
  };
  return { localClusterAuthEndpoint: {}, ...spec, ...(isPlain(spec.rkeConfig) && { rkeConfig }) };
}
