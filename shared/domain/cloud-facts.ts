import type { Quotas } from './quota.ts';
import type { Tenant } from './tenant.ts';

/** Things of a tenant as its cloud shows them; ids are the cloud's own (a flavor's may be `1`). */
export type Flavor = { id: string; name: string; vcpus: number; ramMb: number; diskGb: number };
export type Image = { id: string; name: string; minDiskGb: number; minRamMb: number };
export type Subnet = { id: string; name: string; networkId: string; cidr: string; gatewayIp: string | null };
export type VolumeType = { id: string; name: string };
export type SecurityGroup = { id: string; name: string; description: string };

/** A subnet whose router leads to an external network: its machines can have floating IPs of that one. */
export type SubnetGateway = { subnetId: string; externalNetworkId: string };

/** Everything the plan needs to know of one tenant, read once per plan (design decision 8). */
export type TenantFacts = {
  tenant: Tenant;
  flavors: readonly Flavor[];
  images: readonly Image[];
  subnets: readonly Subnet[];
  volumeTypes: readonly VolumeType[];
  securityGroups: readonly SecurityGroup[];
  quotas: Quotas;
  /** What a volume gets that names no type; counts for its quota. */
  defaultVolumeType: string | undefined;
  /** Which external network a subnet's router leads to; read when machines are to get floating IPs. */
  gateways: readonly SubnetGateway[];
};
