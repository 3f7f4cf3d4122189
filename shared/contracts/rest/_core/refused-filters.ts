const LIST_MEMBERS = 'list_users/ of a customer or project lists who has a role there.';
const LIST_RESOURCES = 'list marketplace-resources instead.';

/**
 * Filters of Waldur that lists refuse. Each text names the filter to use instead. If a list has its own filter of the
 * same name, the list accepts the filter.
 */
export const REFUSED_FILTERS: Readonly<Record<string, string>> = {
  customer_abbreviation: 'Not a filter here: use customer_uuid or customer_name.',
  user_uuid: `Not a filter here: ${LIST_MEMBERS}`,
  user_uuid_with_active_role: `Not a filter here: ${LIST_MEMBERS}`,
  customer_uuid: `Not a filter here: ${LIST_MEMBERS}`,
  project_uuid: `Not a filter here: ${LIST_MEMBERS}`,
  organization_roles: `Not a filter here: ${LIST_MEMBERS}`,
  project_roles: `Not a filter here: ${LIST_MEMBERS}`,
  has_resources: `Not a filter here: ${LIST_RESOURCES}`,
  consumer_customer_uuid: `Not a filter here: ${LIST_RESOURCES}`,
  resource_customer_uuid: `Not a filter here: ${LIST_RESOURCES}`,
  resource_project_uuid: `Not a filter here: ${LIST_RESOURCES}`,
  is_service_provider: 'Not a filter here: list marketplace-provider-offerings by customer_uuid instead.',
  service_provider_uuid: 'Not a filter here: list marketplace-resources by provider_uuid instead.',
  order_state: 'Not a filter here: list marketplace-orders by state instead.',
  scope_uuid: 'Not a filter here: this list does not show the providers of offerings.',
  service_settings_name: 'Not a filter here: use service_settings_uuid.',
  offering_uuid:
    "Not a filter here: marketplace-public-offerings/<uuid>/ lists the flavors, images and networks of an offering's cloud.",
  enable_dhcp: 'Not a filter here: use name, network_uuid or ip_version.',
  is_external: 'Not a filter here: marketplace-public-offerings/<uuid>/external_networks/ lists external networks.',
  type: 'Not a filter here: use name or description.',
  attach_volume_uuid: 'Not a filter here: volumes are not listed.',
  security_group: 'Not a filter here: use name, query or runtime_state.',
  security_group_uuid: 'Not a filter here: use name, query or runtime_state.',
  availability_zone_name: 'Not a filter here: use name, query or runtime_state.',
  external_ip: 'Not a filter here: use query, which searches addresses.',
  offering_name: 'Not a filter here: list marketplace-public-offerings by name instead.',
  customers_offerings_state: 'Not a filter here: list marketplace-provider-offerings by state instead.',
  attributes: 'Not a filter here: offerings have no attributes.',
  resource_attributes: 'Not a filter here: use name, state, offering or dates.',
  visible_to_username: 'Not a filter here: staff can send X-Impersonated-User-Uuid to see what a user sees.',
  visible_to_providers: 'Not a filter here: a list shows what the caller may see.',
};
