const LIST_MEMBERS = 'who has a role there is listed by list_users/ of a customer or project.';
const LIST_RESOURCES = 'list marketplace-resources instead.';

/** Filters of Waldur's that a list here does not know, with what to do instead. A list that knows one of these names serves it. */
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
  scope_uuid: 'Not a filter here: the provider behind an offering on sale is not shown.',
  service_settings_name: 'Not a filter here: use service_settings_uuid.',
  attributes: 'Not a filter here: offerings have no attributes.',
  resource_attributes: 'Not a filter here: use name, state, offering or dates.',
  visible_to_username: 'Not a filter here: X-Impersonated-User-Uuid shows staff what a user sees.',
  visible_to_providers: 'Not a filter here: a list has what the caller may see.',
};
