import type { PoolClusterSpec } from '../../planning/pools/cluster-spec.ts';
import type { ScaledPool } from '../scaling/quantity.ts';
import { isSameContent } from './compact-json.ts';
import { type ClusterObjects, type MachineConfigRef, WORKSPACE } from './machine-config.ts';
import { poolInRancher } from './pool-in-rancher.ts';
import { proxyVariables } from './proxy-variables.ts';
import { rkeConfig } from './rke-config.ts';

/** Everything that Paddock writes into a provisioning cluster with pools. */
export type WantedCluster = {
  cluster: ClusterObjects;
  spec: PoolClusterSpec;
  /** Each pool, with its machine config. `credentialRef` is absent if the pool uses the cluster's cloud credential. */
  pools: readonly { pool: ScaledPool; configRef: MachineConfigRef; credentialRef?: string | undefined }[];
  cloudCredentialRef: string;
  /** Networks of the machines. The machines reach these networks without a proxy. */
  nodeCidrs: readonly string[];
  /** Further names and addresses in the certificate of the API server. */
  balancerAddresses?: readonly string[] | undefined;
};

/** The provisioning cluster of Rancher with its machine pools. The same input always gives the same object. */
export function provisioningCluster({ cluster, spec, pools, cloudCredentialRef, ...networks }: WantedCluster) {
  const { controlPlaneConcurrency: controlPlane, workerConcurrency: worker } = spec.upgradeStrategy;
  const { authorizedEndpoint: endpoint } = spec;
  const { nodeCidrs, balancerAddresses = [] } = networks;
  const tlsSans = [...new Set([...spec.tlsSans, ...balancerAddresses])];
  return {
    apiVersion: 'provisioning.cattle.io/v1',
    kind: 'Cluster',
    metadata: { name: cluster.name, namespace: WORKSPACE, labels: cluster.labels },
    spec: {
      kubernetesVersion: spec.kubernetesVersion,
      cloudCredentialSecretName: cloudCredentialRef,
      enableNetworkPolicy: spec.networkPolicy,
      defaultPodSecurityAdmissionConfigurationTemplateName: spec.podSecurityTemplate,
      localClusterAuthEndpoint: { enabled: endpoint !== undefined, fqdn: endpoint?.fqdn, caCerts: endpoint?.caCerts },
      agentEnvVars: proxyVariables(spec, nodeCidrs),
      rkeConfig: {
        ...rkeConfig({ ...spec, tlsSans }),
        machinePools: pools.map(({ pool, configRef, credentialRef }) =>
          poolInRancher(pool, configRef, { controlPlane, worker }, credentialRef),
        ),
      },
    },
  };
}
export type RenderedCluster = ReturnType<typeof provisioningCluster>;

type Fields = Readonly<Record<string, unknown>>;
/** A provisioning cluster as read from Rancher. */
export type WrittenCluster = { spec: Fields & { rkeConfig?: Fields | null | undefined } } & Fields;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

/**
 * Fields that are removed from a pool in Rancher if Paddock does not set them. With autoscaling, Paddock leaves
 * `quantity` to the autoscaler.
 */
const OPTIONAL_POOL_FIELDS = new Set([
  'quantity',
  'drainBeforeDeleteTimeout',
  'unhealthyNodeTimeout',
  'maxUnhealthy',
  'nodeStartupTimeout',
  'autoscalingMinSize',
  'autoscalingMaxSize',
  'hostnameLengthLimit',
]);

/**
 * The pools to write. In each pool, fields that Paddock does not know are kept, such as the copy of the driver's
 * schema that Rancher adds.
 */
function mergedPools(written: unknown, rendered: RenderedCluster): Fields[] {
  const before = Array.isArray(written) ? written.map(fieldsOf) : [];
  return rendered.spec.rkeConfig.machinePools.map((pool) => {
    const kept = Object.entries(before.find(({ name }) => name === pool.name) ?? {});
    return { ...Object.fromEntries(kept.filter(([field]) => !OPTIONAL_POOL_FIELDS.has(field))), ...pool };
  });
}

/** The upgrade strategy to write. Fields that Paddock does not set are kept, such as hooks of drains. */
function mergedStrategy(written: unknown, { spec: { rkeConfig } }: RenderedCluster): Fields {
  const [was, wanted] = [fieldsOf(written), rkeConfig.upgradeStrategy];
  return {
    ...was,
    ...wanted,
    controlPlaneDrainOptions: { ...fieldsOf(was.controlPlaneDrainOptions), ...wanted.controlPlaneDrainOptions },
    workerDrainOptions: { ...fieldsOf(was.workerDrainOptions), ...wanted.workerDrainOptions },
  };
}

/**
 * The object to write in place of the one that was read. Fields that Paddock does not set are kept, among them the
 * counters of operations. Undefined if nothing would change, so that saving the same settings again writes nothing.
 */
export function updatedCluster(written: WrittenCluster, rendered: RenderedCluster): WrittenCluster | undefined {
  const { rkeConfig: was } = written.spec;
  const machinePools = mergedPools(was?.machinePools, rendered);
  const upgradeStrategy = mergedStrategy(was?.upgradeStrategy, rendered);
  const rkeConfig = { ...was, ...rendered.spec.rkeConfig, upgradeStrategy, machinePools };
  const spec = { ...written.spec, ...rendered.spec, rkeConfig };
  return isSameContent(spec, written.spec) ? undefined : { ...written, spec };
}

/**
 * The object to write for a cluster that somebody else has made. Paddock changes only the cluster's pools. Settings and
 * the cloud credential stay as they are, because Paddock does not know all of them. Undefined if nothing would change.
 */
export function updatedPools(written: WrittenCluster, rendered: RenderedCluster): WrittenCluster | undefined {
  const { rkeConfig: was } = written.spec;
  const machinePools = mergedPools(was?.machinePools, rendered);
  const spec = { ...written.spec, rkeConfig: { ...was, machinePools } };
  return isSameContent(spec, written.spec) ? undefined : { ...written, spec };
}
