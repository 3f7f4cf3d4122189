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
  /** Only these projects may see the flavor. Absent if all projects may. */
  projects?: Set<string>;
}

/** A port of the server. `own` marks a port that Nova made and deletes with the server. */
export interface Nic {
  portId: string;
  own: boolean;
}

export interface AttachedVolume {
  volumeId: string;
  device: string;
  deleteOnTermination: boolean;
}

/** A checked entry of `networks`. */
export type WantedNic = { portId: string } | { networkId: string; fixedIp?: string | undefined };

/** A checked entry of `block_device_mapping_v2`. `size` is in GB. */
export interface WantedDisk {
  bootIndex: number | null;
  deleteOnTermination: boolean;
  /** An existing volume. Without it, the next fields describe a new volume. */
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
  /** '' when the server booted from a volume. */
  imageId: string;
  metadata: Record<string, string>;
  tags: string[];
  keyName: string | null;
  configDrive: string;
  userData: string | null;
  description: string | null;
  /** Absent if the server's name is the hostname. */
  hostname?: string | undefined;
  availabilityZone: string;
  serverGroupId: string | null;
  /** Names of the security groups for ports that Nova makes. */
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

/**
 * A fault in the builds of the next `times` servers whose name matches `name`, a regular expression. The servers are
 * accepted, and then end in ERROR.
 */
export interface BuildFault {
  name: string;
  code: number;
  message: string;
  /**
   * `scheduling`: the build fails before any port or volume is bound to the server. `spawning`: the build fails on the
   * host, and the server keeps its ports and volumes until it is deleted.
   */
  during: 'scheduling' | 'spawning';
  times: number;
}

export const novaStore = () => ({
  flavors: new Map<string, Flavor>(),
  servers: new Map<string, Server>(),
  /** Keypairs by user and name. A keypair belongs to a user, not to a project. */
  keyPairs: new Map<string, KeyPair>(),
  serverGroups: new Map<string, ServerGroup>(),
  /** Limits that differ from the default, by project. */
  quotas: new Map<string, Record<string, number>>(),
  buildFaults: [] as BuildFault[],
});

export type NovaStore = ReturnType<typeof novaStore>;
