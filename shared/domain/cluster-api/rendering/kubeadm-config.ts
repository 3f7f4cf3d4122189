import type { ClusterApiSpec, NodeGroupSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { relayedName } from '../relays/relay-objects.ts';
import { auditPolicy } from './audit-policy.ts';
import { type ClusterToRender, isOn, labelOf } from './cluster-to-render.ts';
import { diskSetup, disksOf } from './machine-disks.ts';
import { machineFiles, rootFile } from './machine-files.ts';
import { kubeletLabels } from './node-labels.ts';

type Rendered = Pick<ClusterToRender, 'kubernetesVersion' | 'spec' | 'namespace'>;

const AUDIT_POLICY = '/etc/kubernetes/audit-policy.yaml';
const AUDIT_LOGS = '/var/log/kubernetes/audit';
/**
 * The data of etcd are in a subfolder of the volume. A new volume contains `lost+found`, and etcd refuses a folder that
 * is not empty.
 */
const ETCD_DATA = '/var/lib/etcd/data';

/** Arguments of a program by their names. Arguments without a value are left out. */
const argumentsOf = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));

function auditArguments(spec: ClusterApiSpec) {
  if (!isOn(spec, 'audit_log_enabled')) return {};
  return {
    'audit-policy-file': AUDIT_POLICY,
    'audit-log-path': `${AUDIT_LOGS}/kube-apiserver-audit.log`,
    'audit-log-maxage': labelOf(spec, 'audit_log_max_age'),
    'audit-log-maxbackup': labelOf(spec, 'audit_log_max_backup'),
    'audit-log-maxsize': labelOf(spec, 'audit_log_max_size'),
  };
}

function oidcArguments(spec: ClusterApiSpec) {
  if (labelOf(spec, 'oidc_issuer_url') === undefined) return {};
  return {
    'oidc-issuer-url': labelOf(spec, 'oidc_issuer_url'),
    'oidc-client-id': labelOf(spec, 'oidc_client_id'),
    'oidc-username-claim': labelOf(spec, 'oidc_username_claim'),
    'oidc-username-prefix': labelOf(spec, 'oidc_username_prefix'),
    'oidc-groups-claim': labelOf(spec, 'oidc_groups_claim'),
    'oidc-groups-prefix': labelOf(spec, 'oidc_groups_prefix'),
  };
}

/** NodeRestriction keeps a machine from changing other machines, so it is always on. */
function admissionPlugins(spec: ClusterApiSpec): string {
  const asked = (labelOf(spec, 'admission_control_list') ?? '').split(',').map((one) => one.trim());
  return [...new Set(['NodeRestriction', ...asked.filter(Boolean)])].join(',');
}

const auditVolumes = (spec: ClusterApiSpec) =>
  isOn(spec, 'audit_log_enabled')
    ? [
        { name: 'audit-policy', hostPath: AUDIT_POLICY, mountPath: AUDIT_POLICY, readOnly: true, pathType: 'File' },
        { name: 'audit-logs', hostPath: AUDIT_LOGS, mountPath: AUDIT_LOGS, pathType: 'DirectoryOrCreate' },
      ]
    : undefined;

/**
 * Names in the certificate of the API server. If the cluster has no floating IP, they include the name by which Cluster
 * API reaches the cluster through relays.
 */
function certSans({ spec: { apiServer, capiName }, namespace }: Rendered): string[] {
  const names = apiServer.hasFloatingIp ? [] : [relayedName(capiName, namespace)];
  return [...new Set([...apiServer.certSans, ...names])];
}

const clusterConfiguration = (rendered: Rendered) => {
  const { spec } = rendered;
  return {
    apiServer: {
      certSANs: certSans(rendered),
      extraArgs: argumentsOf({
        'enable-admission-plugins': admissionPlugins(spec),
        'tls-cipher-suites': spec.apiServer.tlsCipherSuites.join(','),
        ...auditArguments(spec),
        ...oidcArguments(spec),
      }),
      extraVolumes: auditVolumes(spec),
    },
    ...(spec.infrastructure === 'openstack' && {
      controllerManager: { extraArgs: { 'cloud-provider': 'external' } },
    }),
    imageRepository: spec.containerInfraPrefix,
    etcd: spec.etcdVolume && { local: { dataDir: ETCD_DATA } },
  };
};

/**
 * Settings with which kubeadm registers a machine as a node. With `cloud-provider`, the cloud controller manager sets
 * the node's provider id.
 */
const nodeRegistration = (spec: ClusterApiSpec, group?: NodeGroupSpec) => ({
  name: '{{ local_hostname }}',
  kubeletExtraArgs: argumentsOf({
    'cloud-provider': spec.infrastructure === 'openstack' ? 'external' : undefined,
    'tls-cipher-suites': labelOf(spec, 'kubelet_tls_cipher_suites'),
    'node-labels': group && kubeletLabels(group),
  }),
  taints: group?.taints.length ? group.taints : undefined,
});

export function controlPlaneConfig(rendered: Rendered) {
  const { spec } = rendered;
  const { files, commands } = machineFiles(rendered);
  const audit = isOn(spec, 'audit_log_enabled') ? [rootFile(AUDIT_POLICY, auditPolicy())] : [];
  return {
    clusterConfiguration: clusterConfiguration(rendered),
    initConfiguration: { nodeRegistration: nodeRegistration(spec) },
    joinConfiguration: { nodeRegistration: nodeRegistration(spec) },
    files: [...files, ...audit],
    preKubeadmCommands: commands,
    ...diskSetup(disksOf(spec, true), spec.diskBus),
  };
}

export function workerConfig(rendered: Rendered, group: NodeGroupSpec) {
  const { spec } = rendered;
  const { files, commands } = machineFiles(rendered);
  return {
    joinConfiguration: { nodeRegistration: nodeRegistration(spec, group) },
    files,
    preKubeadmCommands: commands,
    ...diskSetup(disksOf(spec, false), spec.diskBus),
  };
}
