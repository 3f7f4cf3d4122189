import { randomUUID } from 'node:crypto';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterOperation } from '#shared/domain/_core/operation';
import { newRecord, type RecordBase } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterEvent } from '#shared/domain/clusters/cluster-event';
import type { ApiToken } from '#shared/domain/identity/api-token';
import type { User } from '#shared/domain/identity/user';
import type { OfCluster } from '#shared/domain/marketplace/is-of-cluster';
import type { Order } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import { NO_FACTS, type Node } from '#shared/domain/nodes/node';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Customer } from '#shared/domain/organizations/customer';
import type { Project } from '#shared/domain/organizations/project';
import { type RoleGrant, type RoleName, scopeTypeOf } from '#shared/domain/organizations/role';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { OpenStackSettings, RancherSettings } from '#shared/domain/providers/service-settings';

/** Builders of valid records. A test sets only the fields that matter to it. */

export const CREATED = '2026-03-01T12:00:00.000Z';

export const aUuid = (): Uuid => randomUUID().replaceAll('-', '');
export const aRecord = (): RecordBase => newRecord(aUuid(), new Date(CREATED));
const inProject = () => ({
  projectUuid: aUuid(),
  projectName: 'Analytics',
  customerUuid: aUuid(),
  customerName: 'Example Ltd',
});

export const aUser = (fields: Partial<User> = {}): User => ({
  ...aRecord(),
  username: `user-${aUuid()}`,
  email: 'user@example.org',
  firstName: 'Ada',
  lastName: 'Lovelace',
  isStaff: false,
  isSupport: false,
  isActive: true,
  ...fields,
});

export const anApiToken = (fields: Partial<ApiToken> = {}): ApiToken => ({
  ...aRecord(),
  userUuid: aUuid(),
  name: 'laptop',
  hash: `${aUuid()}${aUuid()}`,
  scopes: ['read', 'write'],
  ...fields,
});

export const aCustomer = (fields: Partial<Customer> = {}): Customer => ({
  ...aRecord(),
  name: 'Example Ltd',
  slug: 'example-1',
  abbreviation: 'EX',
  ...fields,
});

export const aProject = (fields: Partial<Project> = {}): Project => ({
  ...aRecord(),
  name: 'Analytics',
  slug: 'analytic-1',
  description: '',
  customerUuid: aUuid(),
  customerName: 'Example Ltd',
  ...fields,
});

export const aGrant = (fields: Partial<RoleGrant> = {}): RoleGrant => ({
  userUuid: aUuid(),
  role: 'PROJECT.ADMIN',
  scopeType: 'project',
  scopeUuid: aUuid(),
  customerUuid: aUuid(),
  created: CREATED,
  ...fields,
});

export const someRancherSettings = (fields: Partial<RancherSettings> = {}): RancherSettings => ({
  ...aRecord(),
  type: 'Rancher',
  name: 'rancher-1',
  state: 'OK',
  errorMessage: '',
  options: {
    backendUrl: 'https://rancher.example.org',
    baseImageName: 'ubuntu-24.04',
    baseImageUser: 'ubuntu',
    k8sVersion: 'v1.31.7+rke2r1',
    nodeDiskDriver: 'vd',
    verifyTls: true,
    cloudInitTemplate: '',
    allocateFloatingIpToAllNodes: false,
    managementTenantAccessPort: 443,
  },
  ...fields,
});

export const someOpenStackSettings = (fields: Partial<OpenStackSettings> = {}): OpenStackSettings => ({
  ...aRecord(),
  type: 'OpenStack',
  name: 'cloud-1',
  state: 'OK',
  errorMessage: '',
  options: { backendUrl: 'https://keystone.example.org/v3', userDomainName: 'Default', verifyTls: true },
  ...fields,
});

export const aTenant = (fields: Partial<Tenant> = {}): Tenant => ({
  ...aRecord(),
  ...inProject(),
  name: 'tenant-1',
  settingsUuid: aUuid(),
  settingsName: 'cloud-1',
  backendId: aUuid(),
  hasOwnCredential: true,
  ...fields,
});

export const anOrder = (fields: Partial<OfCluster<Order>> = {}): OfCluster<Order> => ({
  ...aRecord(),
  ...inProject(),
  type: 'Create',
  state: 'executing',
  offeringUuid: aUuid(),
  offeringName: 'Kubernetes',
  resourceUuid: aUuid(),
  resourceName: 'cluster-1',
  clusterUuid: aUuid(),
  createdByUuid: aUuid(),
  ...fields,
});

export const aResource = (fields: Partial<OfCluster<Resource>> = {}): OfCluster<Resource> => ({
  ...aRecord(),
  ...inProject(),
  name: 'cluster-1',
  slug: 'cluster-1',
  state: 'Creating',
  offeringUuid: aUuid(),
  offeringName: 'Kubernetes',
  clusterUuid: aUuid(),
  options: {},
  ...fields,
});

export const aCluster = (fields: Partial<Cluster> = {}): Cluster => ({
  ...aRecord(),
  ...inProject(),
  name: 'cluster-1',
  description: '',
  state: 'CREATING',
  runtimeState: '',
  settingsUuid: aUuid(),
  settingsName: 'rancher-1',
  offeringUuid: aUuid(),
  offeringName: 'Kubernetes',
  resourceUuid: aUuid(),
  orderUuid: aUuid(),
  tenantUuid: aUuid(),
  vmProjectUuid: aUuid(),
  installLonghorn: false,
  kubernetesVersion: 'v1.31.7+rke2r1',
  backendId: '',
  accessUrl: '',
  capacity: {},
  requested: {},
  nodes: [],
  currentStep: '',
  nodeOperations: [],
  drift: [],
  missingNodes: [],
  ...fields,
});

export const aNodeSpec = (fields: Partial<NodeSpec> = {}): NodeSpec => ({
  name: 'cluster-1-server-1',
  role: 'server',
  tenantUuid: aUuid(),
  flavorId: '1',
  flavorName: 'm1.medium',
  vcpus: 4,
  ramMb: 8192,
  imageId: aUuid(),
  subnetId: aUuid(),
  networkId: aUuid(),
  securityGroupIds: [],
  systemVolumeSizeMb: 65_536,
  dataVolumes: [],
  ...fields,
});

export const aNode = (fields: Partial<Node> = {}): Node => ({
  ...aRecord(),
  clusterUuid: aUuid(),
  clusterName: 'cluster-1',
  projectUuid: aUuid(),
  customerUuid: aUuid(),
  settingsUuid: aUuid(),
  settingsName: 'Rancher',
  state: 'CREATING',
  runtimeState: '',
  spec: aNodeSpec(),
  ...{ portId: '', instanceId: '', volumeIds: [], failedServers: [] },
  addresses: [],
  backendId: '',
  facts: NO_FACTS,
  ...fields,
});

export const anOperation = (fields: Partial<ClusterOperation> = {}): ClusterOperation => ({
  uuid: aUuid(),
  machine: 'process-order',
  clusterUuid: aUuid(),
  correlationId: aUuid(),
  created: CREATED,
  ...fields,
});

export const aClusterEvent = (fields: Partial<ClusterEvent> = {}): ClusterEvent => ({
  clusterUuid: aUuid(),
  key: `${aUuid()}#openstack.ensureServer`,
  at: CREATED,
  step: 'openstack.ensureServer',
  message: 'Machine requested.',
  level: 'info',
  ...fields,
});

export function aCallerWith(role: RoleName, place: { customerUuid: Uuid; projectUuid: Uuid }): Caller {
  const user = aUser();
  const scopeType = scopeTypeOf(role);
  const scopeUuid = scopeType === 'customer' ? place.customerUuid : place.projectUuid;
  const { customerUuid } = place;
  return { user, grants: [aGrant({ userUuid: user.uuid, role, scopeType, scopeUuid, customerUuid })] };
}

export const aStranger = (): Caller => ({ user: aUser(), grants: [] });
export const staff = (): Caller => ({ user: aUser({ isStaff: true }), grants: [] });
export const support = (): Caller => ({ user: aUser({ isSupport: true }), grants: [] });
