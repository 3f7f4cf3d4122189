import { randomIds } from '#shared/runtime/clock-and-ids';
import { providerOf } from '#test/integration/_worlds/rancher-market';
import type { ExampleWorld, Prepared } from './example-world.ts';
import { clusterWithApp } from './prepared-apps.ts';
import {
  clusterToHibernate,
  clusterToManage,
  clusterWithPools,
  clusterWithSnapshot,
  hibernatedCluster,
  keptCluster,
  linkedNode,
  nodeToLink,
  restingCluster,
  runningCluster,
} from './prepared-clusters.ts';
import { contentExamples } from './prepared-contents.ts';
import {
  anotherSeller,
  erredOrder,
  failedCluster,
  finishedOrder,
  foreignCluster,
  managedCluster,
  orderForSeller,
  resourceWithOptions,
  waitingOrder,
} from './prepared-orders.ts';
import { clusterToEnter, hookToConfirm, hookToStop, invitationToAccept } from './prepared-people.ts';

import { orderAtAgent, orderFailedAtAgent, resourceOfAgent } from './prepared-site-agents.ts';

type Prepare = (world: ExampleWorld) => Promise<Prepared>;

/** A project of the cloud that is not registered as a tenant. */
const unregisteredProject: Prepare = async ({ cloud: { cloud } }) => {
  const { id, credential } = cloud.otherProject;
  const secrets = { application_credential_id: credential.id, application_credential_secret: credential.secret };
  return { fields: { backend_id: id, ...secrets } };
};

/** Only an empty customer can be deleted. */
const emptyCustomer: Prepare = async ({ market }) => {
  const { uuid } = await market.create('customers/', market.people.staff, { name: 'Over', abbreviation: 'OV' });
  return { uuids: { customers: uuid } };
};
const emptyProject: Prepare = async ({ market: { create, people, customerUuid } }) => ({
  uuids: { projects: (await create('projects/', people.staff, { name: 'Over', customer: customerUuid })).uuid },
});

/** Agents exist only for site agent offerings. Each agent needs a new name. */
const ofSiteAgent: Prepare = async ({ shown }) => ({
  uuids: { 'marketplace-public-offerings': shown.agentOffering },
  fields: { name: randomIds.uuid() },
});

/**
 * For each route, creates the objects that the route's example needs. A route whose example needs no objects has no
 * entry.
 */
export const PREPARED: Readonly<Record<string, Prepare>> = {
  'user-invitations POST /{uuid}/accept/': invitationToAccept,
  'hooks-email POST /{uuid}/confirm/': hookToConfirm,
  'hooks-email POST /{uuid}/stop/': hookToStop,
  // Usernames cannot change, so the request repeats the current username.
  'users PUT /{uuid}/': async ({ self }) => ({ fields: { username: self.user.username } }),
  'users PATCH /{uuid}/': async ({ self }) => ({ fields: { username: self.user.username } }),
  'customers DELETE /{uuid}/': emptyCustomer,
  'projects DELETE /{uuid}/': emptyProject,
  'service-settings PATCH /{uuid}/': async ({ managed }) => ({ uuids: { 'service-settings': managed.provider.uuid } }),
  // The example needs a separate provider, because the world's shared cluster does not exist in Rancher.
  'service-settings POST /{uuid}/diagnose/': async ({ market, rancher }) => ({
    uuids: { 'service-settings': (await providerOf(market, rancher)).settingsUuid },
  }),
  'openstack-tenants POST /': unregisteredProject,
  'marketplace-provider-offerings PATCH /{uuid}/': (world) => anotherSeller(world),
  'marketplace-provider-offerings GET /{uuid}/importable_resources/': foreignCluster,
  'marketplace-provider-offerings POST /{uuid}/import_resource/': foreignCluster,
  'marketplace-site-agent-identities POST /': ofSiteAgent,
  'marketplace-site-agent-identities PUT /{uuid}/': ofSiteAgent,
  'marketplace-site-agent-identities PATCH /{uuid}/': ofSiteAgent,
  'marketplace-orders POST /{uuid}/approve_by_consumer/': waitingOrder,
  'marketplace-orders POST /{uuid}/approve/': waitingOrder,
  'marketplace-orders POST /{uuid}/approve_by_provider/': orderForSeller,
  'marketplace-orders POST /{uuid}/reject_by_provider/': orderForSeller,
  'marketplace-orders DELETE /{uuid}/': waitingOrder,
  'marketplace-orders POST /{uuid}/reject_by_consumer/': waitingOrder,
  'marketplace-orders POST /{uuid}/reject/': waitingOrder,
  'marketplace-orders POST /{uuid}/cancel/': waitingOrder,
  'marketplace-orders POST /{uuid}/retry/': erredOrder,
  'marketplace-orders POST /{uuid}/set_state_done/': orderAtAgent,
  'marketplace-orders POST /{uuid}/set_state_erred/': orderAtAgent,
  'marketplace-orders POST /{uuid}/set_state_executing/': orderFailedAtAgent,
  'marketplace-orders POST /{uuid}/set_backend_id/': orderAtAgent,
  'marketplace-resources POST /{uuid}/update_limits/': resourceOfAgent,
  'marketplace-resources POST /{uuid}/update_options/': resourceWithOptions,
  'marketplace-resources POST /{uuid}/terminate/': finishedOrder,
  'marketplace-resources POST /{uuid}/set_as_ok/': failedCluster,
  'marketplace-resources POST /{uuid}/set_as_erred/': finishedOrder,
  'marketplace-resources POST /{uuid}/unlink/': finishedOrder,
  'marketplace-provider-resources POST /{uuid}/set_as_ok/': failedCluster,
  'marketplace-provider-resources POST /{uuid}/set_as_erred/': finishedOrder,
  'marketplace-provider-resources POST /{uuid}/unlink/': finishedOrder,
  'marketplace-component-usages POST /set_usage/': async ({ shown }) => ({
    uuids: { 'marketplace-resources': shown.allocation },
  }),
  'managed-rancher-cluster-resources POST /{uuid}/add_node/': managedCluster,
  'rancher-clusters POST /': (world) => anotherSeller(world),
  'rancher-clusters PUT /{uuid}/': keptCluster,
  'rancher-clusters PATCH /{uuid}/': keptCluster,
  'rancher-clusters DELETE /{uuid}/': finishedOrder,
  'rancher-clusters POST /{uuid}/set_ok/': failedCluster,
  'rancher-clusters POST /{uuid}/set_erred/': finishedOrder,
  'rancher-clusters POST /{uuid}/unlink/': finishedOrder,
  'rancher-clusters POST /{uuid}/pull/': keptCluster,
  'rancher-clusters POST /{uuid}/kubeconfig/': keptCluster,
  'rancher-clusters GET /{uuid}/export_yaml/': keptCluster,
  'rancher-clusters POST /{uuid}/import_yaml/': keptCluster,
  'rancher-clusters POST /{uuid}/replace_node/': restingCluster,
  'rancher-clusters POST /{uuid}/create_management_security_group/': clusterToManage,
  'rancher-clusters POST /{uuid}/upgrade/': runningCluster,
  'rancher-clusters POST /{uuid}/rotate_certificates/': runningCluster,
  'rancher-clusters POST /{uuid}/etcd-snapshots/': runningCluster,
  'rancher-clusters POST /{uuid}/rotate_encryption_keys/': runningCluster,
  'rancher-clusters POST /{uuid}/pools/': clusterWithPools,
  'rancher-clusters PATCH /{uuid}/pools/{pool}/': clusterWithPools,
  'rancher-clusters DELETE /{uuid}/pools/{pool}/': clusterWithPools,
  'rancher-clusters POST /{uuid}/restore_etcd_snapshot/': clusterWithSnapshot,
  'rancher-clusters POST /{uuid}/pools/{pool}/scale/': clusterWithPools,
  'rancher-clusters PATCH /{uuid}/pool-settings/': clusterWithPools,
  'rancher-clusters DELETE /{uuid}/machines/{machine}/': clusterWithPools,
  'rancher-clusters POST /{uuid}/hibernate/': clusterToHibernate,
  'rancher-clusters POST /{uuid}/wake/': hibernatedCluster,
  'rancher-nodes POST /': restingCluster,
  'rancher-nodes DELETE /{uuid}/': restingCluster,
  'rancher-nodes POST /{uuid}/pull/': keptCluster,
  'rancher-nodes POST /{uuid}/link_openstack/': nodeToLink,
  'rancher-nodes POST /{uuid}/unlink_openstack/': linkedNode,
  'rancher-apps POST /': clusterWithApp,
  'rancher-apps PUT /{uuid}/': clusterWithApp,
  'rancher-apps PATCH /{uuid}/': clusterWithApp,
  'rancher-apps POST /{uuid}/upgrade/': clusterWithApp,
  'rancher-apps POST /{uuid}/rollback/': clusterWithApp,
  'rancher-apps DELETE /{uuid}/': clusterWithApp,
  'rancher-catalogs POST /': clusterWithApp,
  'rancher-catalogs PUT /{uuid}/': clusterWithApp,
  'rancher-catalogs PATCH /{uuid}/': clusterWithApp,
  'rancher-catalogs DELETE /{uuid}/': clusterWithApp,
  'rancher-catalogs POST /{uuid}/refresh/': clusterWithApp,
  'rancher-template-versions GET /{uuid}/{version}/': clusterWithApp,
  ...contentExamples,
  'keycloak-user-group-memberships POST /': clusterToEnter,
};

const NO_CLUSTER_API = 'No Cluster API makes the cluster. test/integration/cluster-api changes one.';
const NO_PROVIDER = 'No identity provider is configured here. sign-in.int.test.ts signs in at a played one.';
/** Examples that do not succeed in this test, each with the expected status and the reason. */
export const EXCUSED: Readonly<Record<string, { status: number; because: string }>> = {
  'rancher-clusters DELETE /{uuid}/machines/{machine}/': {
    status: 404,
    because: 'No machines are in Rancher here. pool-changes-route.int.test.ts deletes one.',
  },
  ...Object.fromEntries(
    [
      ...['POST /{uuid}/resize/', 'POST /{uuid}/upgrade_cluster_api/', 'PATCH /{uuid}/cluster_api_labels/'],
      ...['POST /{uuid}/node_groups/', 'PATCH /{uuid}/node_groups/{node_group}/'],
      'DELETE /{uuid}/node_groups/{node_group}/',
      ...['POST /{uuid}/rotate_credentials/', 'POST /{uuid}/renew_certificates/'],
    ].map((key) => [`rancher-clusters ${key}`, { status: 409, because: NO_CLUSTER_API }]),
  ),
  'sign-in GET /start/': { status: 409, because: NO_PROVIDER },
  'sign-in GET /callback/': { status: 409, because: NO_PROVIDER },
  'sign-in POST /device/': { status: 409, because: NO_PROVIDER },
  'sign-in POST /device/token/': { status: 409, because: NO_PROVIDER },
};
