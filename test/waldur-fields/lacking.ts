/** Why Paddock lacks a field. The first matching reason counts. A test fails if a reason matches no field. */
type Reason = { why: string; fields: RegExp; of?: RegExp };

const PARTS = /^rancher-(services|ingresses|apps)$/;
const OF_CLOUDS = /^openstack-(?!tenants)/;
const OFFERINGS = /^marketplace-(public|provider)-offerings$/;
const MARKET = /^(marketplace-(orders|(provider-)?resources)|managed-rancher-cluster-resources)$/;

export const REASONS: readonly Reason[] = [
  {
    why: 'Sold with its cluster, or not sold at all: it has no offering, plan or resource of its own.',
    fields: /^(marketplace_|is_(usage|limit)_based$)/,
    of: /^(rancher-(services|ingresses|apps)|openstack-.*)$/,
  },
  {
    why: 'Read from the cloud at each call, and kept nowhere: it has no history, and no errors of its own.',
    fields: /^(created|modified|error_\w+|service_settings_(state|error_message)|access_url|action\w*)$/,
    of: OF_CLOUDS,
  },
  {
    why: 'Of what a cloud has, that is read by which an order names it; all else is in OpenStack.',
    fields: /./,
    of: OF_CLOUDS,
  },
  {
    why: 'There is one category, for all that is sold here: it has a title and no icon, group or columns.',
    fields: /./,
    of: /^marketplace-categories$/,
  },
  {
    why: 'Users go by their names at the backend; nothing else of them is kept.',
    fields: /^(user|backend_id)$/,
    of: /^marketplace-component-user-usages$/,
  },
  {
    why: 'A part of a cluster, seen in Rancher: it has a `runtime_state`, and its cluster has provider, customer and errors.',
    fields: /^(state|error_\w+|service_\w+|customer\w*|resource_type|access_url)$/,
    of: PARTS,
  },
  {
    why: 'Rancher’s pages find an app by cluster, namespace and name, which it has.',
    fields: /^external_url$/,
    of: /^rancher-apps$/,
  },
  {
    why: 'Icons are where `icon_url` says: Paddock keeps no pictures.',
    fields: /^icon$/,
    of: /^rancher-templates$/,
  },
  {
    why: 'Usage is measured and priced; invoices, taxes and credits are not made here.',
    fields:
      /price|cost|credit|_tax_|billing|bank_|payment|^vat_code|accounting|billable|article_code|^unit$|_unit$|max_amount|^is_(usage|limit)_based$/,
  },
  {
    why: 'The list of what is counted has it, in `X-Result-Count`.',
    fields: /^(projects|users|resources|marketplace_resource|order)_count$|^total_customers$/,
    of: /^(customers|projects|marketplace-p)/,
  },
  {
    why: 'An organization is a name, an abbreviation and its members.',
    fields:
      /address|street|city|country|postal|parish|house|apartment|phone|email$|emails$|contact|homepage|domain$|registration_code|agreement|latitude|longitude|native_name|sponsor|access_subnets|organization_groups|display_name|archived|blocked|description|slug_template|checklist|helpdesk|affiliate|service_provider|call_managing|state|image|backend_id|affiliations|patterns|sources|max_service|display_/,
    of: /^customers$/,
  },
  {
    why: 'A configuration may have secrets: it is accepted and not kept.',
    fields: /^config_file_content$/,
    of: /^marketplace-site-agent-identities$/,
  },
  {
    why: 'Agents that run report no figures of themselves: when they were last seen is in `modified`.',
    fields: /^statistics$/,
    of: /^marketplace-site-agent-services$/,
  },
  {
    why: 'A service provider is a customer that sells: a name, an abbreviation and its offerings.',
    fields: /./,
    of: /^marketplace-service-providers$/,
  },
  { why: 'Texts are in English alone.', fields: /^description_/ },
  {
    why: 'Of people Paddock keeps what signing in and e-mails need; all else is the identity provider’s.',
    fields:
      /isds|address|affiliations|_date$|sources?$|personal_access|number|countr|nationalit|details|assurance|gender|has_|identity|image|is_admin|job|native|notifications|organi|passkey|permissions|personal_title|place|language|_gid|registration|requested|reason|description|slug|token/,
    of: /^users$/,
  },
  {
    why: 'Somebody is invited by an address alone.',
    fields: /^(full_name|native_name|phone_number|organization|job_title|civil_number)$/,
    of: /^user-invitations$/,
  },
  { why: 'Roles are the same for all, and nobody’s own.', fields: /^(template_|customer_|users_count)/, of: /^roles$/ },
  {
    why: 'Projects and orders have no dates, and nothing begins by a date. A resource can have an `end_date`, without a period of grace.',
    fields: /end_date|start_date|grace_period|renewal|termination_/,
  },
  { why: 'Of reports on research, which are not made here.', fields: /science_|oecd|is_industry/ },
  {
    why: 'Of offerings with accounts, partitions or limits, as of HPC; clusters have none of them.',
    fields:
      /account_settings|service_account|partitions|qos_|software_|usage_limit|limit_usage|limit_precision|downscaled|paused$|restrict_member|api_keys|offering_user|effective_available_limits|default_access_subnets|backend_id_rules|^username$|^limits$|current_usages/,
  },
  {
    why: 'There is one category, which offerings name; there are no groups, campaigns or tags.',
    fields: /category|offering_group|profile_|campaign|^tags$|organization_groups/,
  },
  {
    why: 'Offerings and resources stand alone.',
    fields: /^parent_/,
  },
  {
    why: 'An offering is its name, description, options and plans; its provider is `service_settings`.',
    fields:
      /thumbnail|image|screenshots|files|_link$|_url$|getting_started|integration_|vendor_|full_description|documentation|doi|citation|latitude|longitude|country|calendar|endpoints|scope|project|quotas|total_|order_count|shared|paused_reason|compliance|consent|is_accessible|open_for|config_drive|can_update|secret_options|service_attributes|^options$|components|attributes|backend_|customer/,
    of: OFFERINGS,
  },
  {
    why: 'An order is approved by its customer and carried out at once: no provider reviews it, nobody writes messages, no plan is changed.',
    fields:
      /provider_(message|rejection|reviewed)|consumer_(message|rejection)|created_by_(civil|org)|comment|attachment|auto_approved|callback|issue|old_|new_|subtype|^slug/,
    of: /^marketplace-orders$/,
  },
  {
    why: 'In the object that the link or uuid beside it leads to.',
    fields:
      /^(offering|plan|provider|customer|service_settings)_|^project_(description|slug)|_by_(full_name|username|email)|^marketplace_offering_plugin|^description$/,
    of: /^(marketplace-(orders|(provider-)?resources)|managed-|projects|openstack-tenants|rancher-clusters)/,
  },
  {
    why: 'How a resource is, is in its cluster; its orders and events have lists of their own.',
    fields:
      /order|available_actions|can_terminate|last_sync|report|backend_|effective_id|endpoints|error_|attributes|requires_reconsent|resource_type/,
    of: MARKET,
  },
  {
    why: 'A project is a place for resources and roles.',
    fields: /^(affiliation|type|kind|image|staff_notes|is_removed|has_metrics|project_metadata|user_|backend_id)/,
    of: /^projects$/,
  },
  { why: 'A cluster is reached by its load balancers, in `public_ips`.', fields: /^router_ips$/ },
  {
    why: 'An account follows from roles: what a backend, a consent or a profile would say of it is not kept.',
    fields: /./,
    of: /^marketplace-offering-users$/,
  },
  { why: 'Usage is measured, and never entered by hand.', fields: /^(missing_usage_policy|modified_by)$/ },
  { why: 'Nothing outside of Paddock stands for it.', fields: /^backend_id$/ },
  {
    why: 'Of a provider its name and options count, of a tenant its owner; its networks and machines are listed below it.',
    fields:
      /^(scope|shared|terms_|customer|error|state|service_settings_|default_volume|external_network|internal_network|is_managed|skip_|user_|quotas|availability_zone|access_url|description|resource_type|modified|customer_)/,
    of: /^(service-settings|openstack-tenants)$/,
  },
];

export const reasonOf = (collection: string, field: string): Reason | undefined =>
  REASONS.find(({ fields, of }) => fields.test(field) && (of?.test(collection) ?? true));
