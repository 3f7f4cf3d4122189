import { z } from 'zod';
import { MAX_PATTERN } from '#shared/domain/planning/flavors/flavor-pattern';
import { MAX_FILTER_TEXT } from '../_core/query-bounds.ts';

/** Filters that every list of flavors has. Each route reads these filters itself. */
export const flavorFilters = {
  offering_uuid: z.string().max(MAX_FILTER_TEXT).meta({
    description:
      'Only flavors that may be ordered with this offering. For an offering of clusters, these are the flavors that match its `flavors_regex`. For a cloud, these are the flavors of the cloud. If the caller cannot see the offering, the list is empty.',
  }),
  name_iregex: z.string().max(MAX_PATTERN).meta({
    description: 'Only flavors whose name matches this regular expression (RE2) in any part. Case is ignored.',
  }),
};
