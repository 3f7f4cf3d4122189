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
import type { Quotas } from '#shared/domain/planning/quota';
import type { TenantObjects } from './tenant-objects.ts';

export type Server = {
  id: string;
  name: string;
  /** Nova's status: BUILD, ACTIVE, ERROR, ... */
  status: string;
  tags: string[];
  addresses: string[];
  volumeIds: string[];
  /** What Nova is doing with it, `deleting` for one; absent when nothing. */
  taskState?: string;
  /** `Running`, `Shutdown`, …; absent when Nova does not know. */
  powerState?: string;
  /** Nova's own words when status is ERROR, and its code, which is an HTTP status. */
  fault?: { message: string; code?: number };
};
export type Port = { id: string; name: string; networkId: string; deviceId: string; fixedIps: string[] };

export type FloatingIp = {
  id: string;
  address: string;
  /** Empty, as is `fixedIp`, while it leads nowhere. */
  portId: string;
  fixedIp: string;
  description: string;
};

export type NewFloatingIp = { networkId: string; portId: string; description: string };

/** What Nova is told of a machine, be it a node or not. */
export type ServerSpec = Pick<NodeSpec, 'name' | 'flavorId' | 'imageId' | 'systemVolumeSizeMb' | 'systemVolumeType'> & {
  /** Absent: where Nova likes. */
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
  /** Active images; all of them, or those with this name. */
  listImages(name?: string): Promise<Image[]>;
  listSubnets(): Promise<Subnet[]>;
  listVolumeTypes(): Promise<VolumeType[]>;
  /** Name of the type that a volume gets which asks for none; undefined where the cloud has no default. */
  defaultVolumeType(): Promise<string | undefined>;
  /** Figures of Nova, Neutron and Cinder; those of a service that does not show them to us are left out. */
  readQuotas(): Promise<Quotas>;
  /** Subnets with a router to an external network. */
  listGateways(): Promise<SubnetGateway[]>;
  /**
   * Addresses that are taken in these subnets, of ports of every project that we are shown: all of them in the project's own networks.
   * One request (pages hidden).
   */
  listAddresses(subnetIds: readonly string[]): Promise<PortAddress[]>;
  /** The project's routers and the addresses of its ports. */
  readRouting(): Promise<Routing>;
  /** Servers of the project; with a tag, those that carry it. One request (pages hidden). */
  listServers(filter?: { tag?: string }): Promise<Server[]>;
  /** `requestId` is Nova's own, for its operator's logs. */
  createServer(server: NewServer): Promise<{ id: string; requestId?: string }>;
  /** Gone is fine. Volumes Nova made go with it. */
  deleteServer(id: string): Promise<void>;
  /** Has it already is fine. */
  tagServer(serverId: string, tag: string): Promise<void>;
  /** Has it no more, or is gone itself, is fine. */
  untagServer(serverId: string, tag: string): Promise<void>;
  /** Where a browser sees its screen, for some minutes; a BackendConflict while it does not run. */
  consoleUrl(serverId: string): Promise<string>;
  /** The last lines that it has written to its console, as many as the cloud keeps; a BackendConflict before it has begun. */
  consoleLog(serverId: string, lines?: number): Promise<string>;
  /** Ports of the project; with a name, exactly those. */
  listPorts(filter?: { name?: string }): Promise<Port[]>;
  createPort(port: {
    name: string;
    networkId: string;
    subnetId: string;
    securityGroupIds: readonly string[];
    /** Of the subnet, in its pool or not; absent: Neutron takes a free one of the pool. A taken one is a BackendConflict. */
    ipAddress?: string;
  }): Promise<Port>;
  /** Gone is fine. A server's own is a BackendConflict: a real Neutron lets no member delete it. */
  deletePort(id: string): Promise<void>;
  /** Floating IPs of the project; with a port, those of that one. */
  listFloatingIps(filter?: { portId?: string }): Promise<FloatingIp[]>;
  /** Takes one and gives it to the port, in one request. */
  createFloatingIp(item: NewFloatingIp): Promise<FloatingIp>;
  deleteFloatingIp(id: string): Promise<void>;
  /** Volumes of the project; of the given ones, those that still exist. */
  listVolumes(ids?: readonly string[]): Promise<{ id: string; status: string }[]>;
  deleteVolume(id: string): Promise<void>;
}
