import type { Segment } from '#shared/contracts/rest/_core/collections';
import { WEBHOOK_TAG } from './webhook-paths.ts';

/** Who uses what: readers choose their part of the document by it. */
const GROUPS = ['Customers', 'Inside clusters', 'Operators', 'Programs'] as const;
type Tag = { group: (typeof GROUPS)[number]; is: string };
type TagName = Exclude<Segment, ''> | 'root' | typeof WEBHOOK_TAG;

const customers = (is: string): Tag => ({ group: 'Customers', is });
const inside = (is: string): Tag => ({ group: 'Inside clusters', is });
const operators = (is: string): Tag => ({ group: 'Operators', is });
const programs = (is: string): Tag => ({ group: 'Programs', is });

/** What each collection is. Within a group they stand as somebody needs them. */
const TAGS: Readonly<Record<TagName, Tag>> = {
  'sign-in': customers('Sign in with a browser or at a terminal, and sign out.'),
  'api-tokens': customers('Tokens for scripts. Everybody has tokens of his own.'),
  keys: customers('SSH public keys that orders can name.'),
  projects: customers('Projects, and who has a role in them. Orders, tenants and clusters belong to a project.'),
  'user-invitations': customers('Roles that are offered by e-mail to people who may have no account yet.'),
  'marketplace-public-offerings': customers(
    'What can be ordered, with its plans and, of clouds, with flavors and volume types.',
  ),
  'marketplace-offerings': customers('The older name of `marketplace-public-offerings`. The calls are the same.'),
  'openstack-tenants': customers(
    'Projects of OpenStack that self-managed clusters are made in, with their subnets, flavors, volume types and machines.',
  ),
  'marketplace-categories': customers('The category of all offerings.'),
  'openstack-flavors': customers('Flavors that tenants can use. Read from their clouds.'),
  'openstack-images': customers('Images that tenants can use. Read from their clouds.'),
  'openstack-volume-types': customers('Volume types that tenants can use. Read from their clouds.'),
  'openstack-networks': customers('Networks of tenants. Read from their clouds.'),
  'openstack-subnets': customers('Subnets of tenants, which orders name. Read from their clouds.'),
  'openstack-security-groups': customers('Security groups of tenants, which orders can name. Read from their clouds.'),
  'openstack-instances': customers(
    'Machines of tenants, with the cluster that each is a node of. Read from their clouds.',
  ),
  'marketplace-orders': customers('Orders: try one, place it, approve or reject it, follow it.'),
  'marketplace-resources': customers('What has been ordered. Here its options are changed and it is terminated.'),
  'managed-rancher-cluster-resources': customers('Managed clusters as resources. Here owners add nodes.'),
  'rancher-clusters': customers('Clusters: their state, kubeconfig, name, upgrade, events and YAML.'),
  'rancher-nodes': customers('Nodes of clusters and their machines: health, console, removal.'),
  'rancher-cluster-security-groups': customers('Firewall rules of managed clusters.'),
  'marketplace-component-usages': customers(
    'What resources have used, by month: hours of vCPUs, memory and storage, or what a site agent reports.',
  ),
  'marketplace-component-user-usages': customers('Who has used how much of what a site agent reports.'),
  'keycloak-user-group-memberships': customers('Who may enter a cluster through Rancher, and with which role.'),
  'keycloak-groups': customers('Groups in Keycloak that have a role in a cluster. They follow the memberships.'),
  'rancher-role-templates': customers('Roles of Rancher that a membership can give.'),
  'rancher-projects': inside('Projects in Rancher: parts of a cluster, with namespaces and roles of their own.'),
  'rancher-namespaces': inside('Namespaces.'),
  'rancher-workloads': inside('Deployments, stateful sets, daemon sets and cron jobs.'),
  'rancher-services': inside('Services.'),
  'rancher-ingresses': inside('Ingresses.'),
  'rancher-hpas': inside('Horizontal pod autoscalers.'),
  'rancher-apps': inside('Applications that Helm has installed.'),
  'rancher-catalogs': inside('Repositories of Helm charts.'),
  'service-settings': operators(
    'Providers (a Rancher and what belongs to it) and clouds (OpenStack), with credentials.',
  ),
  'marketplace-provider-offerings': operators(
    'Offerings as their seller sees them: create, change, activate, import clusters.',
  ),
  'marketplace-provider-resources': operators(
    'What was bought, for those who sell it: site agents report here, and staff puts records right.',
  ),
  'component-user-usage-limits': operators('Shares of single users, which nobody has.'),
  'marketplace-offering-users': operators('Who uses what was bought from offerings of site agents.'),
  'marketplace-plans': operators('Plans and prices, as their seller sees them.'),
  'marketplace-service-providers': operators('Customers that sell, as a site agent asks for its own.'),
  'marketplace-site-agent-identities': operators(
    'Site agents: programs of a provider that carry out the orders of an offering. Each registers here.',
  ),
  'marketplace-site-agent-services': operators('What of a site agent runs, and when it was last seen.'),
  'marketplace-site-agent-processors': operators('What services of a site agent work with backends by.'),
  customers: operators('Organisations, and who owns them. Projects and offerings belong to a customer.'),
  users: operators('People. Everybody sees himself; staff make users.'),
  roles: operators('The roles that people can have in a customer or project, and what each lets do.'),
  'rancher-users': operators('Accounts in providers’ Ranchers that Paddock keeps for people with roles.'),
  events: operators('Who has changed what, when and from where. Customers see the events of their own places.'),
  'hooks-web': programs('Events as calls to an address of yours, signed.'),
  'hooks-email': programs('Events as e-mails.'),
  [WEBHOOK_TAG]: programs('Calls that a provider’s Rancher and its Alertmanager make.'),
  configuration: programs('Settings of this installation that clients may know.'),
  version: programs('The release that runs.'),
  root: programs('The addresses of all collections.'),
  'openapi.json': programs('This document.'),
  docs: programs('This document as a page.'),
};

const entries = (): [string, Tag][] =>
  GROUPS.flatMap((group) => Object.entries(TAGS).filter(([, tag]) => tag.group === group));

/** In the order in which a reader needs them. Viewers that know no groups show the group’s name in the description. */
export const tagObjects = () =>
  entries().map(([name, { group, is }]) => ({ name, description: `**${group}**: ${is}` }));

/** Redoc’s extension, which other viewers understand as well. */
export const tagGroups = () =>
  GROUPS.map((name) => ({ name, tags: entries().flatMap(([tag, { group }]) => (group === name ? [tag] : [])) }));
