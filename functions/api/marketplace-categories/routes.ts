import { categoryListing, categoryView } from '#shared/contracts/rest/marketplace-categories';
import { CATEGORY } from '#shared/domain/category';
import { parseUuid } from '#shared/domain/identifier';
import { noMatch } from '#shared/errors';
import { readFilters } from '../_http/filters.ts';
import { listReply } from '../_http/list-reply.ts';
import { pageOf } from '../_http/page-of.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

/** Open to everybody, as the offerings are. */
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
