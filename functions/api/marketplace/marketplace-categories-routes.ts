import { categoryListing, categoryView } from '#shared/contracts/rest/marketplace/marketplace-categories';
import { parseUuid } from '#shared/domain/_core/identifier';
import { CATEGORY } from '#shared/domain/marketplace/category';
import { noMatch } from '#shared/errors';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/page-of.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

/** Public, like the offerings. */
export const marketplaceCategoriesRoutes = (): Routes => ({
  'GET /': {
    open: (call) => {
      const { matches = () => true } = readFilters(call, categoryListing.filters);
      return listReply(call, pageOf([CATEGORY].filter(matches)), categoryListing);
    },
  },
  'GET /{uuid}/': {
    open: async ({ params, link }) => {
      if (parseUuid(params.uuid ?? '') !== CATEGORY.uuid) throw noMatch('Category');
      return ok(categoryView, categoryListing.view(link, CATEGORY));
    },
  },
});
