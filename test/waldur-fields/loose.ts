/**
 * Read all the same. A relation without a target and the type of a plan that charges nothing are null in Waldur's own answers too,
 * whatever its schema declares. Resources of a plan are not counted. A usage is a decimal, which is a text so that nobody reads it into
 * a binary fraction. Nobody has a picture. What clusters have is in Kubernetes' quantities, as Rancher says it.
 */
export const LOOSE =
  /\.(?:(?:plan|scope|instance|plan_type|resources_count|namespace|rancher_project|management_security_group|user_image): None|usage: '[\d.]+'|(?:capacity|requested)\.additional_properties: .*) is no /;
