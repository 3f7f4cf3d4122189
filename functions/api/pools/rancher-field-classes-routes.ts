import { fieldClassListing } from '#shared/contracts/rest/pools/rancher-field-classes';
import { fieldClassRows } from '#shared/domain/pools/change/field-classes';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import type { Routes } from '../_http/router.ts';

/** Routes of field classes. No store is read, because all installations have the same field classes. */
export const rancherFieldClassesRoutes = (): Routes => ({
  'GET /': (call) => {
    const { matches = () => true } = readFilters(call, fieldClassListing.filters);
    return listReply(call, pageOf(fieldClassRows().filter(matches)), fieldClassListing);
  },
});
