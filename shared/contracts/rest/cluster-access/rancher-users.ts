import { z } from 'zod';
import type { ProjectRole } from '#shared/domain/cluster-access/project-roles';
import type { RancherUser, RancherUserLink } from '#shared/domain/cluster-access/rancher-user';
import { failureFields, viewFailure } from '../_core/failure.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

const clusterRole = z.object({
  cluster: z.string(),
  role: z.string(),
  cluster_name: z.string(),
  cluster_uuid: z.string(),
});
const projectRole = z.object({
  project: z.string(),
  role: z.string(),
  project_name: z.string(),
  project_uuid: z.string(),
});

export const rancherUserView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    user: z.string(),
    user_name: z.string(),
    full_name: z.string(),
    settings: z.string(),
    is_active: z.boolean(),
    cluster_roles: z.array(clusterRole),
    /** The account's roles in Rancher projects, as the last sync found them in Rancher. */
    project_roles: z.array(projectRole),
    ...failureFields,
  })
  .meta({ id: 'RancherUser' });
type RancherUserView = z.infer<typeof rancherUserView>;
type Seen = { user: RancherUser; links: RancherUserLink[]; projectRoles: ProjectRole[] };

export const viewRancherUser = (link: Link, { user, links, projectRoles }: Seen): RancherUserView => ({
  url: link('rancher-users', user.uuid),
  uuid: user.uuid,
  user: link('users', user.userUuid),
  user_name: user.username,
  full_name: user.fullName,
  settings: link('service-settings', user.settingsUuid),
  is_active: user.blockedAt === undefined,
  cluster_roles: links.map(({ clusterUuid, clusterName, roleUuid }) => ({
    cluster: link('rancher-clusters', clusterUuid),
    role: link('rancher-role-templates', roleUuid),
    cluster_name: clusterName,
    cluster_uuid: clusterUuid,
  })),
  project_roles: projectRoles.map(({ rancherProjectUuid, rancherProjectName, roleUuid }) => ({
    project: link('rancher-projects', rancherProjectUuid),
    role: link('rancher-role-templates', roleUuid),
    project_name: rancherProjectName,
    project_uuid: rancherProjectUuid,
  })),
  ...viewFailure(user.lastError),
});

export const rancherUserListing: Listing<Seen, RancherUserView> = {
  filters: {
    within: ['cluster'],
    contains: { user_username: ({ user }) => user.username, user_full_name: ({ user }) => user.fullName },
    uuids: { user_uuid: ({ user }) => user.userUuid, settings_uuid: ({ user }) => user.settingsUuid },
    flags: { is_active: ({ user }) => user.blockedAt === undefined },
  },
  orderings: { user_username: ({ user }) => user.username, user_full_name: ({ user }) => user.fullName },
  schema: rancherUserView,
  view: viewRancherUser,
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List Rancher user accounts',
    description:
      'Paddock makes accounts for clusters of offerings with `automanage_rancher_users`. The `cluster_roles` of an ' +
      'account follow the roles of its user in Paddock. In Rancher, customer owners and project managers are owners ' +
      'of their clusters, and project administrators are members. Project members get no role. `project_roles` are ' +
      'roles that somebody has given to the account in Rancher. With `cluster_uuid`, the list has the accounts that ' +
      'have a role in the cluster, and shows only roles in this cluster. If a user loses all roles, the account is ' +
      'blocked (`is_active` is false), and deleted a day later. Only staff and support see an account without roles.',
    rule: 'visible.list',
    listing: rancherUserListing,
  },
  'GET /{uuid}/': {
    summary: 'Show a Rancher user account',
    rule: 'rancher_user.see',
    reply: rancherUserView,
  },
};

export const rancherUsersResource: RestResource = {
  group: 'Operators',
  is: 'Accounts that Paddock keeps in the Rancher of each provider, for users with roles.',
  operations,
};
