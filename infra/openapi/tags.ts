import type { Segment } from '#shared/contracts/rest/_core/collections';
import { WEBHOOK_TAG } from './webhook-paths.ts';

/** Groups of collections for different readers. A reader needs only one or two of these groups. */
const GROUPS = ['Customers', 'Inside clusters', 'Operators', 'Programs'] as const;
type Tag = { group: (typeof GROUPS)[number]; is: string };
type TagName = Exclude<Segment, ''> | 'root' | typeof WEBHOOK_TAG;

const customers = (is: string): Tag => ({ group: 'Customers', is });
const inside = (is: string): Tag => ({ group: 'Inside clusters', is });
const operators = (is: string): Tag => ({ group: 'Operators', is });
const programs = (is: string): Tag => ({ group: 'Programs', is });

/** The group and the description of each collection. Within a group, the most important collections come first. */
const TAGS: Readonly<Record<TagName, Tag>> = {
  'sign-in': customers('Sign in with a browser or at a terminal, and sign out.'),
  'api-tokens': customers('Tokens for scripts. Each user has their own.'),
  keys: customers('SSH public keys that orders can name.'),
  projects: customers(
    'Projects, and the roles that users have in them. Orders, tenants and clusters belong to a project.',
  ),
  'user-invitations': customers('Invitations: roles offered by e-mail, also to people without an account.'),
  'marketplace-public-offerings': customers(
    'What can be ordered, and its plans. Clouds also show their flavors and volume types.',
  ),
  'marketplace-offerings': customers('The older name of `marketplace-public-offerings`. The calls are the same.'),
  'rancher-cluster-templates': customers('Usual layouts of clusters, which orders can name. Staff changes them.'),
  'openstack-tenants': customers(
    'OpenStack projects for self-managed clusters, with their subnets, flavors, volume types and machines.',
  ),
  'marketplace-categories': customers('The category of all offerings.'),
  'openstack-flavors': customers('Flavors that tenants can use. Read from their clouds.'),
  'openstack-images': customers('Images that tenants can use. Read from their clouds.'),
  'openstack-volume-types': customers('Volume types that tenants can use. Read from their clouds.'),
  'openstack-networks': customers('Networks of tenants. Read from their clouds.'),
  'openstack-subnets': customers('Subnets of tenants, which orders name. Read from their clouds.'),
  'openstack-security-groups': customers('Security groups of tenants, which orders can name. Read from their clouds.'),
  'openstack-instances': customers('Machines of tenants, and the cluster of each. Read from their clouds.'),
  'marketplace-orders': customers('Orders: plan, place, approve, reject and follow them.'),
  'marketplace-resources': customers('What customers have ordered. Change its options or terminate it here.'),
  'managed-rancher-cluster-resources': customers('Managed clusters as resources. Owners add nodes here.'),
  'rancher-clusters': customers('Clusters: their state, kubeconfig, name, upgrade, events and YAML.'),
  'rancher-nodes': customers('Nodes of clusters and their machines: health, console, removal.'),
  'rancher-cluster-security-groups': customers('Firewall rules of managed clusters.'),
  'marketplace-component-usages': customers(
    'Monthly usage of resources: hours of vCPUs, memory and storage, or the components that a site agent reports.',
  ),
  'marketplace-component-user-usages': customers('Monthly usage by user, as site agents report it.'),
  'keycloak-user-group-memberships': customers('Users who may open a cluster through Rancher, and their roles there.'),
  'keycloak-groups': customers('Keycloak groups with a role in a cluster. Their members follow from the memberships.'),
  'rancher-role-templates': customers('Roles of Rancher that a membership can give.'),
  'rancher-projects': inside('Projects in Rancher: parts of a cluster, with namespaces and roles of their own.'),
  'rancher-namespaces': inside('Namespaces.'),
  'rancher-workloads': inside('Deployments, stateful sets, daemon sets and cron jobs.'),
  'rancher-services': inside('Services.'),
  'rancher-ingresses': inside('Ingresses.'),
  'rancher-hpas': inside('Horizontal pod autoscalers.'),
  'rancher-apps': inside('Applications that Helm has installed.'),
  'rancher-catalogs': inside('Repositories of Helm charts.'),
  'rancher-templates': inside('Helm charts of catalogs.'),
  'rancher-template-versions': inside('Questions and readmes of one version of a chart.'),
  'service-settings': operators(
    'Providers (a Rancher and what belongs to it) and clouds (OpenStack), with credentials.',
  ),
  'marketplace-provider-offerings': operators(
    'Offerings for those who sell them: create, change and activate them, import clusters.',
  ),
  'marketplace-provider-resources': operators(
    'Resources for those who sell them. Site agents report here, and staff corrects records.',
  ),
  'component-user-usage-limits': operators('Usage limits of single users. Paddock has none, so the list is empty.'),
  'marketplace-offering-users': operators('Users of the resources that site agents provide.'),
  'marketplace-plans': operators('Plans and prices, for those who sell.'),
  'marketplace-service-providers': operators('Customers that sell. A site agent looks up its own.'),
  'marketplace-site-agent-identities': operators(
    'Site agents: programs of a provider that carry out its orders. Each registers here.',
  ),
  'marketplace-site-agent-services': operators('Running parts of a site agent, and when each was last seen.'),
  'marketplace-site-agent-processors': operators('Parts of a site agent’s services that talk to backends.'),
  customers: operators('Customers (organizations) and their owners. Projects and offerings belong to a customer.'),
  users: operators('Users. Each user sees their own record; staff creates users.'),
  roles: operators('Roles that users can have in a customer or project, and the permissions of each.'),
  'rancher-users': operators('Accounts that Paddock keeps in providers’ Ranchers for users with roles.'),
  events: operators(
    'Audit events: what was changed, by whom, when and from where. Customers see events of their own places.',
  ),
  'hooks-web': programs('Web hooks: audit events as signed calls to your address.'),
  'hooks-email': programs('Audit events as e-mails.'),
  [WEBHOOK_TAG]: programs('Calls from a provider’s Rancher and its Alertmanager.'),
  configuration: programs('Public settings of this installation.'),
  version: programs('The running release of Paddock.'),
  root: programs('The addresses of all collections.'),
  'openapi.json': programs('This document.'),
  docs: programs('This document as a page.'),
};

const entries = (): [string, Tag][] =>
  GROUPS.flatMap((group) => Object.entries(TAGS).filter(([, tag]) => tag.group === group));

/** Tags in reading order. Each description begins with the name of the group, because some viewers show no groups. */
export const tagObjects = () =>
  entries().map(([name, { group, is }]) => ({ name, description: `**${group}**: ${is}` }));

/** Groups of tags: an extension of Redoc that other viewers understand as well. */
export const tagGroups = () =>
  GROUPS.map((name) => ({ name, tags: entries().flatMap(([tag, { group }]) => (group === name ? [tag] : [])) }));
