import { CATEGORY, isRancherOffering, OFFERING_TYPES, type Offering } from '#shared/domain/marketplace/offering';
import { may } from '#shared/domain/organizations/permission';
import { anyOf, recordInstants } from '../_core/common-filters.ts';
import type { FilterTable, Orderings } from '../_core/listing.ts';

const searched = anyOf<Offering>(
  ({ name }) => name,
  ({ slug }) => slug,
  ({ description }) => description,
  ({ customerName }) => customerName,
  ({ uuid }) => uuid,
);

/**
 * Filters of offerings. Some of these filters check a flag of Waldur that has the same value for all of Paddock's
 * offerings.
 */
export const offeringFilters = {
  within: ['customer'],
  contains: {
    name: ({ name }) => name,
    customer_name: ({ customerName }) => customerName,
    description: ({ description }) => description,
    query: searched,
    keyword: searched,
  },
  equals: { name_exact: ({ name }) => name, slug: ({ slug }) => slug },
  oneOf: { type: ({ type }) => OFFERING_TYPES[type], uuid_list: ({ uuid }) => uuid },
  uuids: { provider_uuid: ({ customerUuid }) => customerUuid, category_uuid: () => CATEGORY.uuid },
  choices: {
    state: { values: ['Draft', 'Active', 'Paused', 'Archived', 'Unavailable'], of: ({ state }) => state },
  },
  flags: {
    shared: ({ shared }) => shared,
    billable: () => true,
    accessible: () => true,
    accessible_via_calls: () => false,
    open_for_proposals: () => false,
    importable: (offering, asker) =>
      isRancherOffering(offering) && asker !== undefined && may(asker, 'offering.import', offering),
    can_create_offering_user: () => false,
    user_has_offering_user: () => false,
    user_has_consent: () => false,
    has_terms_of_service: () => false,
    has_active_terms_of_service: () => false,
  },
  instants: recordInstants,
  nothing: [
    'category_group_uuid',
    'offering_group_uuid',
    'organization_group_uuid',
    'parent_uuid',
    'service_manager_uuid',
    'tag',
    'tag_name',
    'tag_names_and',
    'tags_and',
  ],
  accepted: ['allowed_customer_uuid', 'project_uuid'],
} as const satisfies FilterTable<Offering>;

export const offeringOrderings: Orderings<Offering> = {
  name: ({ name }) => name,
  created: ({ created }) => created,
  state: ({ state }) => state,
  type: ({ type }) => type,
};

export type ListedPlan = { offering: Offering; plan: Offering['plans'][number] };
export const planFilters: FilterTable<ListedPlan> = {
  contains: { name: ({ plan }) => plan.name },
  oneOf: { offering_slug: ({ offering }) => offering.slug },
  uuids: { offering_uuid: ({ offering }) => offering.uuid, offering: ({ offering }) => offering.uuid },
  nothing: ['parent_offering_uuid'],
};
