import { userLimitListing } from '#shared/contracts/rest/component-user-usage-limits';
import { listReply } from '../_http/list-reply.ts';
import { pageOf } from '../_http/page-of.ts';
import type { Routes } from '../_http/router.ts';

export const componentUserUsageLimitsRoutes: Routes = {
  'GET /': async (call) => listReply(call, pageOf<never>([]), userLimitListing),
};
