/** Why Paddock lacks a route. The first matching reason counts. A test fails if a reason matches no route. */
type Reason = { why: string; paths: RegExp; of?: RegExp };

const CONTENTS = /^rancher-(apps|catalogs|hpas|ingresses|services|workloads)$/;
const OFFERINGS = /^marketplace-(provider|public)-offerings$/;

export const REASONS: readonly Reason[] = [
  {
    why: 'Of what a cloud has, that is read by which an order names it; it is made, changed and deleted in OpenStack.',
    paths: /./,
    of: /^openstack-/,
  },
  { why: 'What was changed, by whom and when, is in `events`.', paths: /\/history\// },
  {
    why: 'States of what is in a cluster follow from Rancher and the clouds; staff sets those of clusters.',
    paths: /\/(set_ok|set_erred|unlink)\//,
    of: /^rancher-/,
  },
  {
    why: 'A pull of the cluster reads what is in it. A workload is made with `import_yaml`, kubectl or Rancher.',
    paths: /./,
    of: CONTENTS,
  },
  {
    why: 'Figures follow from lists, which count in `X-Result-Count`, and from usages.',
    paths: /stats|state_counters|_(count|trend)\/|dashboard-|hygiene_report|\/(countries|count|scope_types)\//,
    of: /^(?!marketplace-component-usages)/,
  },
  {
    why: 'The object that the link or uuid beside it leads to has it.',
    paths: /\/(offering|resource|details)\/$/,
    of: /^marketplace-(orders|resources)$/,
  },
  {
    why: 'Paddock knows what it has made; site agents report on single orders and resources, and nothing of offerings.',
    paths: /\/(set_state_\w+|unlink|set_backend_metadata|check_unique_backend_id|sync|sync_resources|pull)\//,
    of: /^marketplace-/,
  },
  {
    why: 'There are no message queues here: events come by web hooks.',
    paths: /\/(register_queue|register_event_subscription)\//,
    of: /^marketplace-site-agent-identities$/,
  },
  {
    why: 'An agent is deleted whole; what it runs is registered by itself in every turn, and is `stale` when it is not.',
    paths: /./,
    of: /^marketplace-site-agent-/,
  },
  {
    why: 'A customer sells as soon as it has an offering: it is changed as a customer, and what it sells is listed as offerings and resources.',
    paths: /./,
    of: /^marketplace-service-providers$/,
  },
  {
    why: 'A user’s figures are a part of their usage: the list has them, and they have no address.',
    paths: /\{uuid\}\/$/,
    of: /^marketplace-component-user-usages$/,
  },
  {
    why: 'Components are made with their offering and stay: they say what its resources have and use.',
    paths: /offering_component/,
    of: /^marketplace-provider-offerings$/,
  },
  {
    why: 'Usage is measured and priced; invoices, discounts and quotas of plans are not made here. A resource keeps its plan and its limits.',
    paths: /cost|discount|quota|billing|limits|renew|plan_periods|switch_plan/,
    of: /^marketplace-/,
  },
  { why: 'There is one category, for all that is sold here.', paths: /./, of: /^marketplace-categories$/ },
  { why: 'Roles are the same for all, and are changed by nobody.', paths: /./, of: /^roles$/ },
  {
    why: 'A resource can have an end date. Projects and orders have none, nothing begins by a date, and what is gone does not come back.',
    paths: /_dates?|\/(restore|recover)\//,
    of: /^(projects|marketplace-resources)$/,
  },
  {
    why: 'Of offerings with accounts, partitions, limits or sub-resources, as of HPC; clusters have none of them.',
    paths:
      /partition|qos|software|access_subnets|glauth|posix|service_accounts|course_accounts|username|attribute-config|user_has_resource_access|downscaled|paused|restrict_member|subresources|tos|compliance|endpoint|backend_id_rules|location/,
    of: /^marketplace-/,
  },
  {
    why: 'Roles are given in customers and projects, never in single offerings or resources.',
    paths: /\/(add_user|delete_user|update_user|list_users|list_customer_\w+|team|team_members|customers)\//,
    of: /^marketplace-/,
  },
  {
    why: 'An offering is its name, description, options and plans, which `PATCH` of `/{uuid}/` changes; it is seen while it is active.',
    paths: /./,
    of: OFFERINGS,
  },
  {
    why: 'Plans are made with their offering and stay; their prices can change.',
    paths: /./,
    of: /^marketplace-plans$/,
  },
  {
    why: 'An order is what was asked for: it is approved, cancelled or tried again, and stays as it is.',
    paths: /./,
    of: /^marketplace-orders$/,
  },
  {
    why: 'A resource stays where it was ordered; what it is like is in its cluster.',
    paths: /./,
    of: /^marketplace-resources$/,
  },
  {
    why: 'Accounts follow from roles and are in no record: there is nothing to create, change or confirm.',
    paths: /./,
    of: /^marketplace-offering-users$/,
  },
  {
    why: 'Nobody has a share of their own in a resource.',
    paths: /./,
    of: /^component-user-usage-limits$/,
  },
  {
    why: 'Resources are changed as `marketplace-resources`; here site agents report, and staff puts records right.',
    paths: /./,
    of: /^marketplace-provider-resources$/,
  },
  {
    why: 'Checklists, questionnaires, digests and affiliations are not part of Paddock.',
    paths: /checklist|metadata|digest|affiliation|answers|completion|organization_groups/,
    of: /^(customers|projects)$/,
  },
  {
    why: 'An organization is a name, an abbreviation and its members, who are in `list_users`.',
    paths: /./,
    of: /^customers$/,
  },
  { why: 'A project is a place for resources and roles, and stays with its customer.', paths: /./, of: /^projects$/ },
  {
    why: 'Of people Paddock keeps what signing in and e-mails need; all else, passwords too, is the identity provider’s.',
    paths: /./,
    of: /^users$/,
  },
  {
    why: 'An invitation is sent, accepted or cancelled, and is in force as soon as it is written.',
    paths: /./,
    of: /^user-invitations$/,
  },
  {
    why: 'A membership is given and taken away; another role is another membership.',
    paths: /./,
    of: /^keycloak-user-group-memberships$/,
  },
];

export const reasonOf = (segment: string, path: string): Reason | undefined =>
  REASONS.find(({ paths, of }) => paths.test(path) && (of?.test(segment) ?? true));
