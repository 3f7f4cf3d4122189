import { z } from 'zod';
import { CATEGORY, type Category } from '#shared/domain/marketplace/offering';
import type { Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

export const categoryView = z
  .object({ url: z.string(), uuid: z.string(), title: z.string(), description: z.string() })
  .meta({ id: 'Category' });

export const categoryListing: Listing<Category, z.infer<typeof categoryView>> = {
  filters: {
    contains: { title: ({ title }) => title },
    flags: { accessible: () => true, has_shared: () => true },
    nothing: ['group_uuid'],
    accepted: ['customer_uuid'],
  },
  orderings: { title: ({ title }) => title },
  schema: categoryView,
  view: (link, { uuid, title, description }) => ({
    url: link('marketplace-categories', uuid),
    uuid,
    title,
    description,
  }),
};

const operations: ApiOperations = {
  'GET /': { summary: 'List the categories of offerings', rule: 'public.see', listing: categoryListing },
  'GET /{uuid}/': { summary: 'Show a category of offerings', rule: 'public.see', reply: categoryView },
};

/** Waldur's fields for the category of an offering. Paddock has only one category. */
export const categoryFields = { category: z.string(), category_uuid: z.string(), category_title: z.string() };
export const viewCategoryOf = (link: Parameters<typeof categoryListing.view>[0]) => ({
  category: link('marketplace-categories', CATEGORY.uuid),
  category_uuid: CATEGORY.uuid,
  category_title: CATEGORY.title,
});

export const marketplaceCategoriesResource: RestResource = {
  group: 'Customers',
  is: 'The category of all offerings.',
  operations,
};
