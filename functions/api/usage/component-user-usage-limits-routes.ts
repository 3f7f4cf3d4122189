import { userLimitListing } from '#shared/contracts/rest/usage/component-user-usage-limits';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/page-of.ts';
import type { Routes } from '../_http/router.ts';

export const componentUserUsageLimitsRoutes: Routes = {
  'GET /': async (call) => listReply(call, pageOf<never>([]), userLimitListing),
};
