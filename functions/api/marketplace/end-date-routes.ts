import { setEndDate } from '#shared/app/marketplace/set-end-date';
import type { RecordDeps } from '#shared/app/planning/order-deps';
import { parseEndDate } from '#shared/contracts/rest/_core/end-date';
import { readBody } from '../_http/negotiate.ts';
import type { ApiReply } from '../_http/replies.ts';
import { done } from '../_http/replies.ts';
import type { Call } from '../_http/router.ts';

export function endDateRoutes(deps: RecordDeps) {
  const setting =
    (as: 'buyer' | 'seller' | 'staff') =>
    async ({ request, params, caller }: Call): Promise<ApiReply> => {
      await setEndDate(deps, caller, {
        uuidText: params.uuid ?? '',
        as,
        readDate: () => parseEndDate(readBody(request)),
      });
      return done;
    };
  return { buyer: setting('buyer'), seller: setting('seller'), staff: { staff: setting('staff') } };
}
