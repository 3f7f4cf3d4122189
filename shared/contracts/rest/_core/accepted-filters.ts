/**
 * Query parameters that Waldur's published clients send and that have no effect here. Each has the reason. A list names
 * those that it accepts; all other lists refuse them.
 */
export const ACCEPTED_FILTERS = {
  include_terminated: 'Deleted projects leave no record here, so none is hidden.',
  conceal_finished_projects: 'Projects have no end date here, so none is finished.',
  include_concealed: 'Roles cannot be concealed here, so none is hidden.',
  available_for_customer: 'Every role can be granted in every customer.',
  allowed_customer_uuid: 'An offering is open to every customer, or is private and shown only to its own customer.',
  customer_uuid: 'Every customer can order from every category.',
  show_duplicate_names: 'No image is hidden because of its name.',
  project_uuid: 'An offering is open to every project, or is private and shown only to its own customer.',
} as const;
export type AcceptedFilter = keyof typeof ACCEPTED_FILTERS;
