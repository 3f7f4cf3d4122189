import { type Pool, type PoolMachineSpec, poolMachineSpec } from '../../planning/pools/pool-spec.ts';
import { isSameContent } from './compact-json.ts';
import { contentHash } from './content-hash.ts';

/** Rancher's workspace for provisioned clusters. */
export const WORKSPACE = 'fleet-default';
const API_VERSION = 'rke-machine-config.cattle.io/v1';
const KIND = 'OpenstackConfig';

/** How Rancher reaches the cloud of a pool. The credential itself is in the cluster's cloud credential. */
export type PoolCloud = {
  authUrl: string;
  region?: string | undefined;
  /** PEM of the authorities that have signed the cloud's certificate. */
  caCertificate?: string | undefined;
};
/** What the objects of a cluster in Rancher are called, and the labels by which Paddock finds them. */
export type ClusterObjects = { name: string; labels: Readonly<Record<string, string>> };

export type MachineConfig = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace: string; labels: Readonly<Record<string, string>> };
} & Readonly<Record<string, unknown>>;

/**
 * Values of the first version that no field of a pool changes. Numbers are texts: Rancher's schema of the driver has
 * texts. The driver gives up a server after 200 s by default, which is too short for the first start of a large image.
 */
const FIRST_CONSTANTS = { sshPort: '22', ipVersion: '4', activeTimeout: '900' };

/** Nova takes ids of security groups in any order, so they are sorted: another order is no other machine. */
const driverFields = (machine: PoolMachineSpec, { authUrl, region, caCertificate }: PoolCloud) => ({
  ...FIRST_CONSTANTS,
  authUrl,
  region,
  cacert: caCertificate,
  flavorId: machine.flavorId,
  imageId: machine.imageId,
  netId: machine.networkId,
  secGroups: [...machine.securityGroupIds].sort().join(','),
  availabilityZone: machine.availabilityZone,
  serverGroupId: machine.serverGroupId,
  floatingipPool: machine.floatingIpPool,
  sshUser: machine.sshUser,
  userDataFile: machine.userData,
  ...(machine.rootVolume && {
    bootFromVolume: true,
    volumeSize: String(machine.rootVolume.sizeGb),
    volumeType: machine.rootVolume.volumeType,
  }),
});

/** Rancher's own pages cut the readable part of the name at 50 characters. */
const MAX_READABLE = 50;

export const machineConfigName = (clusterName: string, poolName: string, hash: string): string =>
  `${`nc-${clusterName}-${poolName}`.slice(0, MAX_READABLE).replace(/-+$/, '')}-${hash}`;

/**
 * The machine config of a pool, which Rancher's OpenStack driver makes machines from. Its name is made from its content,
 * so that a changed pool gets another object, and an unchanged one the object that it has. Fields that only concern
 * Kubernetes, such as labels and taints, are not in it.
 */
export function machineConfig({ spec, configVersion }: Pool, cloud: PoolCloud, cluster: ClusterObjects): MachineConfig {
  const fields = Object.fromEntries(
    Object.entries(driverFields(spec, cloud)).filter(([, value]) => value !== undefined && value !== ''),
  );
  const hash = contentHash(configVersion, { cluster: cluster.name, pool: spec.name, fields });
  const metadata = {
    name: machineConfigName(cluster.name, spec.name, hash),
    namespace: WORKSPACE,
    labels: cluster.labels,
  };
  return { apiVersion: API_VERSION, kind: KIND, metadata, ...fields };
}

/** Every field that Paddock writes, with what Rancher shows where Paddock writes nothing. */
const WRITTEN_FIELDS: Readonly<Record<keyof ReturnType<typeof driverFields>, string>> = {
  ...{ authUrl: '', region: '', cacert: '', sshPort: '', ipVersion: '', activeTimeout: '' },
  ...{ flavorId: '', imageId: '', netId: '', secGroups: '', availabilityZone: '', serverGroupId: '' },
  ...{ floatingipPool: '', sshUser: '', userDataFile: '', bootFromVolume: '', volumeSize: '0', volumeType: '' },
};

/**
 * Names of the fields in which a machine config that was read is not the wanted one. Fields that Paddock never writes do
 * not count: Rancher fills in the driver's defaults, and a newer driver has more of them.
 */
export function differingFields(found: Readonly<Record<string, unknown>>, wanted: MachineConfig): string[] {
  const differs = ([field, unset]: [string, string]): boolean => {
    const shown = found[field] === unset ? undefined : found[field];
    return !isSameContent({ value: shown }, { value: wanted[field] });
  };
  return Object.entries(WRITTEN_FIELDS)
    .filter(differs)
    .map(([field]) => field);
}

/** What a pool in the provisioning cluster says about its machine config. */
export type MachineConfigRef = { kind: string; name: string };
export const machineConfigRef = ({ kind, metadata }: MachineConfig): MachineConfigRef => ({
  kind,
  name: metadata.name,
});

/**
 * The machine config of an adopted pool, as long as its machines are to be as they are. Undefined once they are not, and
 * for all other pools: then the pool has a config of Paddock's. Another object with nearly the same content would replace
 * every machine of a cluster that was only imported.
 */
export function adoptedConfigRef({ spec, adopted }: Pool): MachineConfigRef | undefined {
  if (!adopted || !isSameContent(poolMachineSpec.parse(spec), adopted.machine)) return undefined;
  return { kind: KIND, name: adopted.configName };
}
