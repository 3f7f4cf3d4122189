/**
 * Deviations from the client's types that are accepted. Whatever Waldur's schema declares, its own answers have null
 * for a relation without a target. They also have null for the type of a plan that charges nothing. Paddock does not
 * count the resources of a plan. A usage is a decimal, written as a string, so that nobody reads it as a binary
 * fraction. Users have no picture. The resources of clusters are Kubernetes quantities, as in Rancher.
 */
export const LOOSE =
  /\.(?:(?:plan|scope|instance|plan_type|resources_count|namespace|rancher_project|management_security_group|user_image): None|usage: '[\d.]+'|(?:capacity|requested)\.additional_properties: .*) is no /;
