import { z } from 'zod';
import { instant, uuid } from '../../_core/identifier.ts';
import { taint } from '../pools/pool-spec.ts';
import { diskBus, operatingSystem } from './machine-image.ts';

/**
 * The name of a cluster's objects on the management cluster (`stack_id` in Magnum's API). Host names of machines begin
 * with this name. Magnum's driver adds five random characters to make the name unique. Paddock adds ten characters of a
 * hash of the cluster's uuid, so Paddock need not check that the name is unique.
 */
export const capiName = z.string().regex(/^kube-[a-z0-9]{10}$/);

/** A volume of Cinder. If its type or availability zone is absent, the cloud chooses. */
const volume = z.object({
  sizeGb: z.int(),
  volumeType: z.string().optional(),
  availabilityZone: z.string().optional(),
});

const machine = z.object({
  flavorName: z.string(),
  imageId: z.string(),
  /** The volume from which a machine boots. If absent, the machine boots from the disk of its flavor. */
  bootVolume: volume.optional(),
  /** A server group of Nova, which keeps its members on different hosts. */
  serverGroupId: z.string().optional(),
});

export const controlPlaneSpec = z.object({
  ...machine.shape,
  /** The number of machines: odd, and at least 1. Cluster API does not check this rule. */
  replicas: z.int(),
  imageName: z.string(),
  /** The zones among which machines are distributed. If empty, Cluster API uses all zones of the cloud. */
  availabilityZones: z.array(z.string()),
});
export type ControlPlaneSpec = z.infer<typeof controlPlaneSpec>;

/** A group of machines of one kind, which run workloads. In Cluster API it is a MachineDeployment. */
export const nodeGroupSpec = z.object({
  ...machine.shape,
  name: z.string(),
  /** Magnum's role of the group, such as `worker`. Its nodes have the label `node-role.kubernetes.io/<role>`. */
  role: z.string(),
  /** The number of machines that a user has set. With autoscaling the real number may differ. */
  replicas: z.int(),
  /** The smallest and the largest number of machines that a user or the autoscaler may choose. */
  min: z.int(),
  max: z.int().optional(),
  /** Whether the autoscaler chooses the number of machines. */
  isAutoscaled: z.boolean(),
  /**
   * Whether a user has set the number of machines in an autoscaled group, and Cluster API has not reached this number
   * yet. Until Cluster API has reached the number, the autoscaler does not change it
   * (docs/decisions/0086-an-autoscaled-pool-has-one-writer.md).
   */
  isCountDue: z.boolean().optional(),
  /** Size of the flavor. The autoscaler needs it to add the first machine to an empty group. */
  vcpus: z.int(),
  ramMb: z.int(),
  diskGb: z.int(),
  availabilityZone: z.string().optional(),
  labels: z.record(z.string(), z.string()),
  taints: z.array(taint),
  /** Number of machines that are replaced at the same time. Undefined means one. */
  maxBatchSize: z.int().optional(),
});
export type NodeGroupSpec = z.infer<typeof nodeGroupSpec>;

/** Whether Paddock writes the number of machines. If not, the autoscaler writes the number. */
export const writesCount = ({
  isAutoscaled,
  isCountDue,
}: Pick<NodeGroupSpec, 'isAutoscaled' | 'isCountDue'>): boolean => !isAutoscaled || isCountDue === true;

/** How many machines the group may have. An autoscaled group has as many as its limit allows. */
export const mostMachines = ({ replicas, isAutoscaled, min, max = min + 1 }: NodeGroupSpec): number =>
  isAutoscaled ? max : replicas;

const network = z.object({
  externalNetworkId: z.string(),
  /** An existing network of the tenant. If absent, Cluster API makes a network, a subnet and a router. */
  fixedNetworkId: z.string().optional(),
  fixedSubnetId: z.string().optional(),
  /** The network (CIDR) of the machines' addresses. */
  nodeCidr: z.string(),
  dnsNameservers: z.array(z.string()),
  podCidr: z.string(),
  serviceCidr: z.string(),
  clusterDomain: z.string(),
});

const apiServer = z.object({
  /**
   * Whether the API server has a floating IP. Without it, the API server can be reached from outside the tenant's
   * network only through a relay (docs/cluster-api.md#relay).
   */
  hasFloatingIp: z.boolean(),
  /** A floating IP that exists. If absent, Cluster API makes one. */
  floatingIp: z.string().optional(),
  /**
   * Absent if the cluster has no load balancer. Without a load balancer, the API has the address of the only control
   * plane machine.
   */
  loadBalancer: z
    .object({ provider: z.string(), flavor: z.string().optional(), availabilityZone: z.string().optional() })
    .optional(),
  certSans: z.array(z.string()),
  tlsCipherSuites: z.array(z.string()),
});

/** Add-ons and their versions. An add-on that is absent is not installed. */
const addOns = z.object({
  networkDriver: z.enum(['calico', 'cilium']),
  networkDriverVersion: z.string(),
  cloudProviderVersion: z.string().optional(),
  cinderCsiVersion: z.string().optional(),
  manilaCsiVersion: z.string().optional(),
});

/** The wanted state of a cluster of Cluster API. The wanted Kubernetes version is in the cluster's record instead. */
export const clusterApiSpec = z.object({
  capiName,
  /**
   * The template that the cluster's order named. The template may have changed since the order, or may no longer exist.
   */
  templateUuid: uuid.optional(),
  /**
   * The version of the algorithm that renders the cluster's ClusterClass and templates. It changes only when the
   * cluster is upgraded, so that a new release of Paddock replaces no machines.
   */
  classVersion: z.int(),
  infrastructure: z.enum(['openstack', 'in-memory']),
  /** The property `os_distro` of the machines' image. */
  operatingSystem,
  /** The property `hw_disk_bus` of the machines' image. The device names of further disks depend on it. */
  diskBus,
  controlPlane: controlPlaneSpec,
  nodeGroups: z.array(nodeGroupSpec),
  network,
  apiServer,
  /** Name of a key pair in Nova. */
  sshKeyName: z.string().optional(),
  /** The HTTP proxy of the machines. `noProxy` has hosts and networks that machines reach without the proxy. */
  proxy: z
    .object({ httpProxy: z.string().optional(), httpsProxy: z.string().optional(), noProxy: z.array(z.string()) })
    .optional(),
  /** A volume for etcd on each control plane machine. If absent, etcd writes on the boot disk. */
  etcdVolume: volume.optional(),
  /** A volume for containers and their images on each machine. If absent, they are on the boot disk. */
  dockerVolume: volume.optional(),
  /** The cluster's labels, with Magnum's names. Labels with default values are included. */
  labels: z.record(z.string(), z.string()),
  addOns,
  /** The registry from which machines pull all images: `registry.example.org/kube`. If absent, images keep their names. */
  containerInfraPrefix: z.string().optional(),
  /** PEM of the certificate authority that machines trust when they call the cloud's public endpoints. */
  workloadCaCertificate: z.string().optional(),
  /** How often the cluster's application credential was rotated. Undefined if it was never rotated. */
  credentialGeneration: z.int().optional(),
  /**
   * Control plane machines that were created before this time are replaced, so that they get new certificates. The time
   * comes from the clock of the management cluster. Undefined if nobody has asked for new certificates.
   */
  controlPlaneNewerThan: instant.optional(),
});
export type ClusterApiSpec = z.infer<typeof clusterApiSpec>;

/** A copy of the spec in which the autoscaler chooses the number of machines of every autoscaled group. */
export const withoutDueCounts = (spec: ClusterApiSpec): ClusterApiSpec =>
  spec.nodeGroups.some(({ isCountDue }) => isCountDue)
    ? { ...spec, nodeGroups: spec.nodeGroups.map(({ isCountDue: _reached, ...group }) => group) }
    : spec;
