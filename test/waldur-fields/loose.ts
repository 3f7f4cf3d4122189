/**
 * Accepted deviations from the types of Waldur's client. Waldur's own answers have null for a relation without a
 * target, whatever the schema declares. The type of a plan that charges nothing is null too. `resources_count` is null,
 * since Paddock does not count the resources of a plan. A usage is a decimal number in a string, so that no client
 * reads it as a floating-point number. `user_image` is null, since users have no picture. The resources of clusters are
 * Kubernetes quantities, as in Rancher.
 */
export const LOOSE =
  /\.(?:(?:plan|scope|instance|plan_type|resources_count|namespace|rancher_project|management_security_group|user_image): None|usage: '[\d.]+'|(?:capacity|requested)\.additional_properties: .*) is no /;
