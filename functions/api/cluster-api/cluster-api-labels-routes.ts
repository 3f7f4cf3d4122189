import { labelListing } from '#shared/contracts/rest/cluster-api/cluster-api-labels';
import { labelRows } from '#shared/domain/cluster-api/label-rows';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import type { Routes } from '../_http/router.ts';

/** Routes of labels. No store is read, because all installations have the same labels. */
export const clusterApiLabelsRoutes = (): Routes => ({
  'GET /': (call) => {
    const { matches = () => true } = readFilters(call, labelListing.filters);
    return listReply(call, pageOf(labelRows().filter(matches)), labelListing);
  },
});
