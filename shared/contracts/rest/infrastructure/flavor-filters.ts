import { z } from 'zod';

/** Filters that every list of flavors has. The routes read them themselves. */
export const flavorFilters = {
  offering_uuid: z.string().meta({
    description:
      'Only flavors that may be ordered with this offering. Of an offering of clusters, those that match its `flavors_regex`; of a cloud, those of this cloud. None for an offering that the caller cannot see.',
  }),
  name_iregex: z.string().meta({
    description: 'Only flavors with a name in which this regular expression (RE2) is found, in upper or lower case.',
  }),
};
