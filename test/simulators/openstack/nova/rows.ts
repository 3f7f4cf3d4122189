export interface Flavor {
  id: string;
  name: string;
  vcpus: number;
  /** MB */
  ram: number;
  /** GB */
  disk: number;
  extra_specs: Record<string, string>;
  description?: string | null | undefined;
  /** MB */
  swap?: number | undefined;
  /** GB */
  ephemeral?: number | undefined;
  rxtx_factor?: number | undefined;
  /** Only these projects may see it; absent where all may. */
  projects?: Set<string>;
}

/** A port of the server; `own` ones were made by Nova and go with it. */
export interface Nic {
  portId: string;
  own: boolean;
}

export interface AttachedVolume {
  volumeId: string;
  device: string;
  deleteOnTermination: boolean;
}

/** One entry of `networks`, checked. */
export type WantedNic = { portId: string } | { networkId: string; fixedIp?: string | undefined };

/** One entry of `block_device_mapping_v2`, checked; `size` in GB. */
export interface WantedDisk {
  bootIndex: number | null;
  deleteOnTermination: boolean;
  /** An existing volume, or what to make one from. */
  volumeId?: string | undefined;
  imageId?: string | undefined;
  size?: number | undefined;
  volumeType?: string | undefined;
}

export interface Fault {
  code: number;
  message: string;
  created: string;
}

export interface Server {
  id: string;
  name: string;
  project_id: string;
  user_id: string;
  created: string;
  updated: string;
  status: 'BUILD' | 'ACTIVE' | 'ERROR' | 'SHUTOFF';
  taskState: string | null;
  flavor: Flavor;
  /** '' when booted from a volume. */
  imageId: string;
  metadata: Record<string, string>;
  tags: string[];
  keyName: string | null;
  configDrive: string;
  userData: string | null;
  description: string | null;
  /** Where it is not the name's. */
  hostname?: string | undefined;
  availabilityZone: string;
  serverGroupId: string | null;
  /** Names, for the ports Nova makes. */
  securityGroups: string[];
  nics: Nic[];
  volumes: AttachedVolume[];
  fault: Fault | null;
  launchedAt: string | null;
}

export interface KeyPair {
  name: string;
  userId: string;
  public_key: string;
  fingerprint: string;
  type: string;
}

export interface ServerGroup {
  id: string;
  name: string;
  project_id: string;
  user_id: string;
  policy: string;
  rules: Record<string, number>;
}

/** Servers of that name (a regular expression) that are accepted and then end in ERROR, so many times. */
export interface BuildFault {
  name: string;
  code: number;
  message: string;
  /** `scheduling`: before anything was made; `spawning`: they hold their port and volumes, as those do that fail on their host. */
  during: 'scheduling' | 'spawning';
  times: number;
}

export const novaStore = () => ({
  flavors: new Map<string, Flavor>(),
  servers: new Map<string, Server>(),
  /** By user and name: keypairs belong to users, not to projects. */
  keyPairs: new Map<string, KeyPair>(),
  serverGroups: new Map<string, ServerGroup>(),
  /** Limits that differ from the default, by project. */
  quotas: new Map<string, Record<string, number>>(),
  /** How builds shall fail that are still to come. */
  buildFaults: [] as BuildFault[],
});

export type NovaStore = ReturnType<typeof novaStore>;
