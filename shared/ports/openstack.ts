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
import type { ApplicationCredentials } from './openstack/application-credentials.ts';
import type { LoadBalancers } from './openstack/load-balancers.ts';
import type { TenantObjects } from './openstack/tenant-objects.ts';

export type Server = {
  id: string;
  name: string;
  /** Nova's status: BUILD, ACTIVE, ERROR, … */
  status: string;
  tags: string[];
  addresses: string[];
  /** Volumes that Nova deletes with the server. Volumes that somebody has attached to the server are left out. */
  volumeIds: string[];
  /** Nova's current task for the server, such as `deleting`. Absent if Nova is doing nothing with it. */
  taskState?: string;
  /** `Running`, `Shutdown`, … Absent if Nova does not know the power state. */
  powerState?: string;
  /** Nova's message and code for a server in ERROR. The code is an HTTP status. */
  fault?: { message: string; code?: number };
};
export type Port = { id: string; name: string; networkId: string; deviceId: string; fixedIps: string[] };

export type FloatingIp = {
  id: string;
  address: string;
  /** `portId` and `fixedIp` are empty if the floating IP has no port. */
  portId: string;
  fixedIp: string;
  description: string;
};

export type NewFloatingIp = { networkId: string; portId: string; description: string };

/** A volume of Cinder. Volumes that Nova has created have no name and no metadata. */
export type Volume = { id: string; status: string; name: string; metadata: Record<string, string> };

/** What Nova needs to create a server, for a node or for another machine. */
export type ServerSpec = Pick<NodeSpec, 'name' | 'flavorId' | 'imageId' | 'systemVolumeSizeMb' | 'systemVolumeType'> & {
  /** The availability zone. If undefined, Nova chooses the zone. */
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

/** A session in one tenant. Every call may throw the Backend* errors of shared/errors.ts. */
export interface OpenStack extends TenantObjects, ApplicationCredentials, LoadBalancers {
  /** The Keystone project to which the credential is scoped. */
  projectId(): Promise<string>;
  listFlavors(): Promise<Flavor[]>;
  /** Lists active images, or only those with this name. */
  listImages(name?: string): Promise<Image[]>;
  listSubnets(): Promise<Subnet[]>;
  listVolumeTypes(): Promise<VolumeType[]>;
  /**
   * Name of the volume type that the cloud uses if a request names no volume type. Undefined if the cloud has no
   * default.
   */
  defaultVolumeType(): Promise<string | undefined>;
  /** Quotas of Nova, Neutron and Cinder. A service that does not show its quotas to Paddock's account is left out. */
  readQuotas(): Promise<Quotas>;
  /** Subnets that have a route to an external network. */
  listGateways(): Promise<SubnetGateway[]>;
  /**
   * Addresses in use in these subnets. They come from all ports that Paddock's account may see, which include all ports
   * in the project's networks. Makes one request for each page.
   */
  listAddresses(subnetIds: readonly string[]): Promise<PortAddress[]>;
  /** The project's routers, and the addresses of their ports. */
  readRouting(): Promise<Routing>;
  /** Lists the project's servers, or only those with this tag. Makes one request for each page. */
  listServers(filter?: { tag?: string }): Promise<Server[]>;
  /** `requestId` is Nova's request id. The operator of the cloud can search Nova's logs for it. */
  createServer(server: NewServer): Promise<{ id: string; requestId?: string }>;
  /** Deletes the server and the volumes that Nova created for it. Also succeeds if the server is gone. */
  deleteServer(id: string): Promise<void>;
  /** Asks Nova to shut the server down. Throws BackendConflict if the server is not running. */
  stopServer(id: string): Promise<void>;
  /** Asks Nova to start a server that is shut down. Throws BackendConflict for a server in any other state. */
  startServer(id: string): Promise<void>;
  /** Succeeds even if the server already has the tag. */
  tagServer(serverId: string, tag: string): Promise<void>;
  /** Succeeds even if the server does not have the tag or is gone. */
  untagServer(serverId: string, tag: string): Promise<void>;
  /**
   * URL of the server's console for a browser, valid for some minutes. Throws BackendConflict if the server does not
   * run.
   */
  consoleUrl(serverId: string): Promise<string>;
  /**
   * The last lines of the server's console, as far as the cloud keeps them. Throws BackendConflict if the server has
   * not started yet.
   */
  consoleLog(serverId: string, lines?: number): Promise<string>;
  /** Lists the project's ports, or only those with this name. */
  listPorts(filter?: { name?: string }): Promise<Port[]>;
  createPort(port: {
    name: string;
    networkId: string;
    subnetId: string;
    securityGroupIds: readonly string[];
    /**
     * An address of the subnet, inside or outside the allocation pool. Without this field, Neutron chooses a free
     * address of the pool. Throws BackendConflict if the address is taken.
     */
    ipAddress?: string;
  }): Promise<Port>;
  /**
   * Succeeds even if the port is gone. Throws BackendConflict if the port belongs to a server, because then Neutron
   * does not let the role `member` delete it.
   */
  deletePort(id: string): Promise<void>;
  /** Lists the project's floating IPs, or only those of this port. */
  listFloatingIps(filter?: { portId?: string }): Promise<FloatingIp[]>;
  /** One request allocates a floating IP and associates it with the port. */
  createFloatingIp(item: NewFloatingIp): Promise<FloatingIp>;
  deleteFloatingIp(id: string): Promise<void>;
  /** Lists the project's volumes, or only those with these ids. Ids of deleted volumes are ignored. */
  listVolumes(ids?: readonly string[]): Promise<Volume[]>;
  deleteVolume(id: string): Promise<void>;
  /** Names of the key pairs of Paddock's account. Key pairs belong to the account, not to the project. */
  listKeyPairs(): Promise<string[]>;
  /** Succeeds even if the key pair is gone. */
  deleteKeyPair(name: string): Promise<void>;
}
