import { type Pool, type PoolMachineSpec, poolMachineSpec } from '../../planning/pools/pool-spec.ts';
import { isSameContent } from './compact-json.ts';
import { contentHash } from './content-hash.ts';

/** Rancher's workspace for provisioned clusters. */
export const WORKSPACE = 'fleet-default';
const API_VERSION = 'rke-machine-config.cattle.io/v1';
/** Kind of a machine config of Rancher's OpenStack driver. */
export const MACHINE_CONFIG_KIND = 'OpenstackConfig';

/** How Rancher reaches the cloud of a pool. The credential itself is in the cluster's cloud credential. */
export type PoolCloud = {
  authUrl: string;
  region?: string | undefined;
  /** PEM of the CAs that have signed the cloud's certificate. */
  caCertificate?: string | undefined;
};
/** The name of a cluster's objects in Rancher, and the labels by which Paddock finds them. */
export type ClusterObjects = { name: string; labels: Readonly<Record<string, string>> };

export type MachineConfig = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace: string; labels: Readonly<Record<string, string>> };
} & Readonly<Record<string, unknown>>;

/**
 * Values that are the same in all machine configs of version 1. Numbers are texts, as in the schema of Rancher's
 * driver. By default, the driver gives up a server after 200 s, which is too short for the first start of a large
 * image.
 */
const FIRST_CONSTANTS = { sshPort: '22', ipVersion: '4', activeTimeout: '900' };

/**
 * The fields of a machine config. The order of security groups has no meaning in Nova, so the ids are sorted. Otherwise
 * a different order would replace the machines.
 */
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

/** Maximum length of the readable part of a machine config's name. Rancher's web interface uses the same maximum. */
const MAX_READABLE = 50;

export const machineConfigName = (clusterName: string, poolName: string, hash: string): string =>
  `${`nc-${clusterName}-${poolName}`.slice(0, MAX_READABLE).replace(/-+$/, '')}-${hash}`;

/**
 * The machine config of a pool, from which Rancher's OpenStack driver creates machines. The config's name depends on
 * its content, so that a changed pool gets a new config, and an unchanged pool keeps its config. The config does not
 * contain fields that only concern Kubernetes, such as labels and taints.
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
  return { apiVersion: API_VERSION, kind: MACHINE_CONFIG_KIND, metadata, ...fields };
}

/** Every field that Paddock writes, with the value that Rancher shows if the field is not set. */
const WRITTEN_FIELDS: Readonly<Record<keyof ReturnType<typeof driverFields>, string>> = {
  ...{ authUrl: '', region: '', cacert: '', sshPort: '', ipVersion: '', activeTimeout: '' },
  ...{ flavorId: '', imageId: '', netId: '', secGroups: '', availabilityZone: '', serverGroupId: '' },
  ...{ floatingipPool: '', sshUser: '', userDataFile: '', bootFromVolume: '', volumeSize: '0', volumeType: '' },
};

/**
 * Names of the fields in which a machine config in Rancher differs from the wanted machine config. Fields that Paddock
 * never writes are ignored, because Rancher fills in the driver's defaults, and a newer driver has more fields.
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

/** The reference to a machine config in a pool of the provisioning cluster. */
export type MachineConfigRef = { kind: string; name: string };
export const machineConfigRef = ({ kind, metadata }: MachineConfig): MachineConfigRef => ({
  kind,
  name: metadata.name,
});

/**
 * The machine config of an adopted pool whose machines nobody has changed. Undefined for all other pools, because they
 * have a machine config of Paddock. A new machine config with nearly the same content would replace every machine of a
 * cluster that was only imported.
 */
export function adoptedConfigRef({ spec, adopted }: Pool): MachineConfigRef | undefined {
  if (!adopted || !isSameContent(poolMachineSpec.parse(spec), adopted.machine)) return undefined;
  return { kind: MACHINE_CONFIG_KIND, name: adopted.configName };
}
