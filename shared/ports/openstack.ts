import type {
  Flavor,
  Image,
  PortAddress,
  Routing,
  Subnet,
  SubnetGateway,
  VolumeType,
} from '#shared/domain/planning/cloud-facts';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { Quotas } from '#shared/domain/planning/quota-text';
import type { TenantObjects } from './tenant-objects.ts';

export type Server = {
  id: string;
  name: string;
  /** Nova's status: BUILD, ACTIVE, ERROR, ... */
  status: string;
  tags: string[];
  addresses: string[];
  volumeIds: string[];
  /** What Nova is doing with the server, such as `deleting`. Absent when it does nothing. */
  taskState?: string;
  /** `Running`, `Shutdown`, …; absent when Nova does not know. */
  powerState?: string;
  /** Nova's message when the status is ERROR, and its code, which is an HTTP status. */
  fault?: { message: string; code?: number };
};
export type Port = { id: string; name: string; networkId: string; deviceId: string; fixedIps: string[] };

export type FloatingIp = {
  id: string;
  address: string;
  /** `portId` and `fixedIp` are empty while it is associated with no port. */
  portId: string;
  fixedIp: string;
  description: string;
};

export type NewFloatingIp = { networkId: string; portId: string; description: string };

/** What Nova needs to create a machine, whether it becomes a node or not. */
export type ServerSpec = Pick<NodeSpec, 'name' | 'flavorId' | 'imageId' | 'systemVolumeSizeMb' | 'systemVolumeType'> & {
  /** Absent when Nova may choose. */
  availabilityZone?: string | undefined;
  dataVolumes: readonly { sizeMb: number; volumeType?: string | undefined }[];
};
export type NewServer = {
  spec: ServerSpec;
  portId: string;
  tags: readonly string[];
  userData: string;
  serverGroupId?: string | undefined;
};

/** One tenant's session. Every call may throw the Backend* family of shared/errors.ts. */
export interface OpenStack extends TenantObjects {
  /** The Keystone project the credential is scoped to. */
  projectId(): Promise<string>;
  listFlavors(): Promise<Flavor[]>;
  /** Active images. A name selects those of that name. */
  listImages(name?: string): Promise<Image[]>;
  listSubnets(): Promise<Subnet[]>;
  listVolumeTypes(): Promise<VolumeType[]>;
  /** Name of the type that a volume gets by default. Answers undefined when the cloud has no default. */
  defaultVolumeType(): Promise<string | undefined>;
  /** Quotas of Nova, Neutron and Cinder. A service that does not show them to our account is left out. */
  readQuotas(): Promise<Quotas>;
  /** Subnets with a route to an external network. */
  listGateways(): Promise<SubnetGateway[]>;
  /**
   * Addresses in use in these subnets. Shows ports of every project that our account may see: all ports of the
   * project's own networks. One request (pages hidden).
   */
  listAddresses(subnetIds: readonly string[]): Promise<PortAddress[]>;
  /** The project's routers and the addresses of its ports. */
  readRouting(): Promise<Routing>;
  /** Servers of the project. A tag selects those that carry it. One request (pages hidden). */
  listServers(filter?: { tag?: string }): Promise<Server[]>;
  /** `requestId` is Nova's request id, which its operator finds in Nova's logs. */
  createServer(server: NewServer): Promise<{ id: string; requestId?: string }>;
  /** Succeeds when the server is gone. Deletes the volumes that Nova created for it. */
  deleteServer(id: string): Promise<void>;
  /** Asks Nova to shut the server down. Throws BackendConflict in any other state than running. */
  stopServer(id: string): Promise<void>;
  /** Asks Nova to start a server that is shut down. Throws BackendConflict in any other state. */
  startServer(id: string): Promise<void>;
  /** Succeeds when the server has the tag. */
  tagServer(serverId: string, tag: string): Promise<void>;
  /** Succeeds when the server has no such tag or is gone. */
  untagServer(serverId: string, tag: string): Promise<void>;
  /**
   * Address of the server's screen in a browser, valid for some minutes. Throws BackendConflict while the server does
   * not run.
   */
  consoleUrl(serverId: string): Promise<string>;
  /**
   * The last lines of the server's console, as many as the cloud keeps. Throws BackendConflict before the server has
   * started.
   */
  consoleLog(serverId: string, lines?: number): Promise<string>;
  /** Ports of the project. A name selects those of exactly that name. */
  listPorts(filter?: { name?: string }): Promise<Port[]>;
  createPort(port: {
    name: string;
    networkId: string;
    subnetId: string;
    securityGroupIds: readonly string[];
    /**
     * An address of the subnet, inside or outside its pool. Neutron chooses a free one of the pool when it is absent.
     * Throws BackendConflict when the address is taken.
     */
    ipAddress?: string;
  }): Promise<Port>;
  /**
   * Succeeds when the port is gone. Throws BackendConflict for a port of a server: Neutron lets no member delete it.
   */
  deletePort(id: string): Promise<void>;
  /** Floating IPs of the project. A port selects those of that port. */
  listFloatingIps(filter?: { portId?: string }): Promise<FloatingIp[]>;
  /** Allocates a floating IP and associates it with the port, in one request. */
  createFloatingIp(item: NewFloatingIp): Promise<FloatingIp>;
  deleteFloatingIp(id: string): Promise<void>;
  /** Volumes of the project. Ids select those of them that still exist. */
  listVolumes(ids?: readonly string[]): Promise<{ id: string; status: string }[]>;
  deleteVolume(id: string): Promise<void>;
}
