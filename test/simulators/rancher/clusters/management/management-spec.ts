import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ManagementCluster, ProvisioningCluster } from '#test/simulators/rancher/_core/rancher-objects';
import { machinesOf, type RancherStore } from '#test/simulators/rancher/_core/rancher-store';
import { serverVersion, wantedVersion } from '#test/simulators/rancher/machines/node-releases';

/** The image of Rancher's agent in the cluster, the same in every state of a v3 cluster. */
export const AGENT_IMAGE = 'rancher/rancher-agent:v2.15.0';
export const AUTH_IMAGE = 'rancher/kube-api-auth:v0.15.1';
export const NOTHING = { cpu: '0', memory: '0', pods: '0' };

export const UPSTREAM = {
  aksStatus: { privateRequiresTunnel: null, rbacEnabled: null, upstreamSpec: null },
  aliStatus: { privateRequiresTunnel: null, upstreamSpec: null },
  eksStatus: {
    ...{ generatedNodeRole: '', managedLaunchTemplateID: '', managedLaunchTemplateVersions: null },
    ...{ privateRequiresTunnel: null, securityGroups: null, subnets: null, upstreamSpec: null, virtualNetwork: '' },
  },
  gkeStatus: { privateRequiresTunnel: null, upstreamSpec: null },
};

export const APPLIED_SPEC = {
  ...{ agentImageOverride: '', description: '', desiredAgentImage: '', desiredAuthImage: '', displayName: '' },
  ...{ enableNetworkPolicy: null, internal: false, windowsPreferedCluster: false },
};

const ROLE_BINDINGS = '{"created":["cluster-owner"],"required":["cluster-owner"]}';
const hash = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex');

export function managementLabels(cluster: ManagementCluster, from: ProvisioningCluster | undefined) {
  if (!from) return cluster.labels;
  return { ...from.labels, ...cluster.labels, 'objectset.rio.cattle.io/hash': hash('sha1', from.uid) };
}

export function managementAnnotations(cluster: ManagementCluster, from: ProvisioningCluster | undefined) {
  const isOwned = cluster.conditions.some(({ type }) => type === 'CreatorMadeOwner');
  const created = (name: string) => [`lifecycle.cattle.io/create.${name}`, 'true'];
  return {
    ...(isOwned && {
      'authz.management.cattle.io/creator-role-bindings': ROLE_BINDINGS,
      'authz.management.cattle.io/initial-sync': 'true',
      ...Object.fromEntries(
        [
          ...['cluster-agent-controller-cleanup', 'cluster-provisioner-controller', 'cluster-scoped-gc'],
          'mgmt-cluster-rbac-remove',
        ].map(created),
      ),
    }),
    ...(from && ownerAnnotations(from)),
    ...(cluster.active && {
      'io.cattle.agent.registration-token-hash': hash('sha256', cluster.id).slice(0, 10),
      'management.cattle.io/current-cluster-controllers-version': wantedVersion(from?.spec).replace(/^v|\+.*/g, ''),
    }),
  };
}

const ownerAnnotations = ({ name, namespace, labels, spec }: ProvisioningCluster) => ({
  'objectset.rio.cattle.io/applied': Buffer.from(JSON.stringify({ labels, spec })).toString('base64'),
  'objectset.rio.cattle.io/id': 'cluster-create',
  'objectset.rio.cattle.io/owner-gvk': 'provisioning.cattle.io/v1, Kind=Cluster',
  'objectset.rio.cattle.io/owner-name': name,
  'objectset.rio.cattle.io/owner-namespace': namespace,
  'provisioning.cattle.io/administrated': 'true',
  'provisioning.cattle.io/management-cluster-display-name': name,
});

const hasVersion = ({ contact }: ManagementCluster): boolean => contact === 'version' || contact === 'complete';

/** The answer of the cluster's API server to `/version`. Undefined until there is a server to ask. */
export function versionOf(store: RancherStore, cluster: ManagementCluster, from: ProvisioningCluster | undefined) {
  if (!hasVersion(cluster)) return undefined;
  const gitVersion = serverVersion(machinesOf(store, cluster.id)) ?? wantedVersion(from?.spec);
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  return {
    ...{
      buildDate: '',
      compiler: 'gc',
      emulationMajor: major,
      emulationMinor: minor,
      gitCommit: hash('sha1', gitVersion),
    },
    ...{ gitTreeState: 'clean', gitVersion, goVersion: 'go1.26.8', major, minor, platform: 'linux/amd64' },
    ...{ minCompatibilityMajor: major, minCompatibilityMinor: String(Number(minor) - 1) },
  };
}

const authEndpoint = z.object({
  localClusterAuthEndpoint: z.object({ enabled: z.boolean().default(false) }).prefault({}),
});

export const authEndpointOf = (from: ProvisioningCluster | undefined) =>
  authEndpoint.safeParse(from?.spec).data?.localClusterAuthEndpoint ?? { enabled: false };

export function provisioningRef(from: ProvisioningCluster) {
  return { apiVersion: 'provisioning.cattle.io/v1', kind: 'Cluster', name: from.name, namespace: from.namespace };
}

/** The Rancher features with which the agent in the cluster runs. */
export const AGENT_FEATURES = {
  ...{ fleet: false, 'managed-system-upgrade-controller': true, 'multi-cluster-management': false },
  ...{ 'multi-cluster-management-agent': true, provisioningprebootstrap: false, provisioningv2: false },
  ...{ rke2: false, turtles: false, 'ui-sql-cache': true },
};

export const isReconciling = ({ conditions }: ManagementCluster): boolean =>
  conditions.some(({ type, status }) => type === 'Ready' && status !== 'True');

/**
 * Environment variables with which Rancher starts its agent in a cluster. The install id differs in each installation.
 */
export const AGENT_ENV = {
  CATTLE_SERVER_VERSION: 'v2.15.0',
  CATTLE_INSTALL_UUID: randomUUID(),
  CATTLE_INGRESS_IP_DOMAIN: 'sslip.io',
};
