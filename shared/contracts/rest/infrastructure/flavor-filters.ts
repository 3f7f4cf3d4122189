import { z } from 'zod';

/** Filters that every list of flavors has. Each route reads these filters itself. */
export const flavorFilters = {
  offering_uuid: z.string().meta({
    description:
      'Only flavors that may be ordered with this offering. For an offering of clusters, these are the flavors that match its `flavors_regex`. For a cloud, these are the flavors of the cloud. If the caller cannot see the offering, the list is empty.',
  }),
  name_iregex: z.string().meta({
    description: 'Only flavors whose name matches this regular expression (RE2) in any part. Case is ignored.',
  }),
};
