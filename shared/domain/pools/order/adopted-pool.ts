import { z } from 'zod';
import type { TenantFacts } from '../../planning/cloud-facts.ts';
import { type Pool, type PoolMachineSpec, type PoolSpec, taint } from '../../planning/pools/pool-spec.ts';

const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.int().nullish();

/** A machine pool of a provisioning cluster, as somebody has written it in Rancher. */
export const writtenPool = z.looseObject({
  machineConfigRef: z.object({ kind: text, name: text }).nullish(),
  ...{ name: z.string(), etcdRole: flag, controlPlaneRole: flag, workerRole: flag, quantity: number, paused: flag },
  labels: z.record(z.string(), z.string()).nullish(),
  taints: z.array(taint.extend({ value: z.string().default('') })).nullish(),
  ...{ drainBeforeDelete: flag, drainBeforeDeleteTimeout: text },
  ...{ unhealthyNodeTimeout: text, maxUnhealthy: text, nodeStartupTimeout: text },
  ...{ autoscalingMinSize: number, autoscalingMaxSize: number, hostnameLengthLimit: number },
});
/**
 * A machine config that somebody has written in Rancher for a pool. The machine config names flavor, image and network
 * by id or by name.
 */
export const writtenConfig = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  ...{ flavorId: text, flavorName: text, imageId: text, imageName: text, netId: text, netName: text, secGroups: text },
  ...{ availabilityZone: text, serverGroupId: text, floatingipPool: text, sshUser: text, userDataFile: text },
  ...{ bootFromVolume: flag, volumeSize: text, volumeType: text },
});
type WrittenPool = z.infer<typeof writtenPool>;
export type WrittenConfig = z.infer<typeof writtenConfig>;

const DURATION = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)(?:\.\d+)?s)?$/;
/** Seconds of a duration such as `5m0s`. 0 if there is no duration. */
function secondsOf(duration: string | null | undefined): number {
  const [, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(duration ?? '') ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

type Named = { id: string; name: string };
/** The given id. If there is none, the id of the only object with the given name. */
function idOf(id: string | null | undefined, name: string | null | undefined, objects: readonly Named[]) {
  if (id) return id;
  const found = objects.filter((object) => object.name === name);
  return found.length === 1 ? found[0]?.id : undefined;
}

/**
 * Ids of security groups. Nova accepts ids and names, so each text is looked up as both. A text that belongs to no
 * group of the tenant stays as it is.
 */
const groupsOf = (secGroups: string | null | undefined, { securityGroups }: TenantFacts): string[] =>
  (secGroups ?? '')
    .split(',')
    .filter((group) => group !== '')
    .map((group) => securityGroups.find(({ id, name }) => id === group || name === group)?.id ?? group);

function machineOf(config: WrittenConfig, tenant: TenantFacts): PoolMachineSpec | string {
  const flavorId = idOf(config.flavorId, config.flavorName, tenant.flavors);
  const imageId = idOf(config.imageId, config.imageName, tenant.images);
  if (flavorId === undefined) return `The cloud has no flavor ${config.flavorName ?? ''}.`;
  if (imageId === undefined) return `The cloud has no image ${config.imageName ?? ''}.`;
  if (!config.netId) return 'The machine config does not name its network by id.';
  const { availabilityZone, serverGroupId, floatingipPool, userDataFile, volumeType } = config;
  return {
    ...{ flavorId, imageId, networkId: config.netId, securityGroupIds: groupsOf(config.secGroups, tenant) },
    sshUser: config.sshUser || 'root',
    ...(availabilityZone && { availabilityZone }),
    ...(serverGroupId && { serverGroupId }),
    ...(floatingipPool && { floatingIpPool: floatingipPool }),
    ...(userDataFile && { userData: userDataFile }),
    ...(config.bootFromVolume && {
      rootVolume: { sizeGb: Number(config.volumeSize ?? 0), ...(volumeType && { volumeType }) },
    }),
  };
}

/**
 * The fields of a pool that do not describe its machines. Missing values get the defaults of Rancher and Cluster API.
 */
function settingsOf(pool: WrittenPool): Omit<PoolSpec, keyof PoolMachineSpec> {
  const { autoscalingMinSize: min, autoscalingMaxSize: max, hostnameLengthLimit } = pool;
  const isScaled = typeof min === 'number' && typeof max === 'number';
  return {
    name: pool.name,
    roles: [
      ...(pool.etcdRole ? (['etcd'] as const) : []),
      ...(pool.controlPlaneRole ? (['controlplane'] as const) : []),
      ...(pool.workerRole ? (['worker'] as const) : []),
    ],
    quantity: pool.quantity ?? (isScaled ? min : 1),
    labels: pool.labels ?? {},
    taints: pool.taints ?? [],
    drainBeforeDelete: pool.drainBeforeDelete ?? false,
    drainTimeout: secondsOf(pool.drainBeforeDeleteTimeout),
    unhealthyNodeTimeout: secondsOf(pool.unhealthyNodeTimeout),
    maxUnhealthy: pool.maxUnhealthy || '100%',
    nodeStartupTimeout: pool.nodeStartupTimeout ? secondsOf(pool.nodeStartupTimeout) : 600,
    paused: pool.paused ?? false,
    ...(isScaled && { autoscaling: { min, max } }),
    ...(hostnameLengthLimit ? { hostnameLengthLimit } : {}),
  };
}

/**
 * Converts an existing Rancher pool to Paddock's format, so that Paddock can adopt the pool. The pool keeps its machine
 * config, so that no machine is replaced until somebody changes the pool's machines. `problem` says why the pool cannot
 * be adopted.
 */
export function adoptPool(
  written: WrittenPool,
  config: WrittenConfig,
  { tenant, configVersion }: { tenant: TenantFacts; configVersion: number },
): { pool: Pool } | { problem: string } {
  const machine = machineOf(config, tenant);
  if (typeof machine === 'string') return { problem: `Pool ${written.name} cannot be adopted. ${machine}` };
  const adopted = { configName: config.metadata.name, machine };
  return { pool: { spec: { ...settingsOf(written), ...machine }, configVersion, adopted } };
}
