/**
 * Query parameters that Waldur's published clients send and that change nothing here, each with why that is right. A list names
 * those that it accepts; they are refused by all others.
 */
export const ACCEPTED_FILTERS = {
  include_terminated: 'A deleted project leaves no record here, so none is hidden.',
  conceal_finished_projects: 'A project has no end date here, so none is finished.',
  include_concealed: 'No role can be concealed here, so none is hidden.',
  available_for_customer: 'Every role can be given in every customer.',
  allowed_customer_uuid: 'An offering can be ordered for every customer, or is private and shown to its own alone.',
  customer_uuid: 'Every category can be ordered from for every customer.',
  show_duplicate_names: 'No image is left out for its name.',
  project_uuid: 'An offering can be ordered in every project, or is private and shown to its own customer alone.',
} as const;
export type AcceptedFilter = keyof typeof ACCEPTED_FILTERS;
