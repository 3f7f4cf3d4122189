import { getVisible } from '#shared/app/_core/get-visible';
import { type DeletePlaceDeps, deleteCustomer } from '#shared/app/organizations/delete-place';
import { createCustomer, updateCustomer } from '#shared/app/organizations/manage-customer';
import type { RevokeGrantDeps } from '#shared/app/organizations/manage-grant';
import type { RenameDeps } from '#shared/app/organizations/propagate-name';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  customerChangeBody,
  customerListing,
  customerPutBody,
  customerView,
  newCustomerBody,
  viewCustomer,
} from '#shared/contracts/rest/organizations/customers';
import { type Caller, canSeeCustomer, visibilityOf } from '#shared/domain/organizations/caller';
import type { Customer } from '#shared/domain/organizations/customer';
import type { PageRequest, Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent, ok } from '../_http/replies.ts';
import type { Call, Route, Routes } from '../_http/router.ts';
import { memberRoutes } from './member-routes.ts';

type Deps = RevokeGrantDeps & RenameDeps & DeletePlaceDeps & { store: Pick<Store, 'customers' | 'counters'> };

/**
 * Decides which customers the caller sees. A role in a customer, or in one of its projects, is enough to see the
 * customer.
 */
function customersSeenBy(caller: Caller): ReturnType<typeof visibilityOf> {
  if (visibilityOf(caller) === 'all') return 'all';
  return { customers: [...new Set(caller.grants.map((grant) => grant.customerUuid))], projects: [] };
}

const visibleCustomer = ({ store }: Deps, { params, caller }: Call): Promise<Customer> =>
  getVisible(store.customers, 'Customer', params.uuid ?? '', ({ uuid }) => canSeeCustomer(caller, uuid));

function changing(deps: Deps): Routes {
  const change =
    (body: typeof customerChangeBody | typeof customerPutBody): Route =>
    async (call) => {
      const read = () => visibleCustomer(deps, call);
      const customer = await updateCustomer(deps, call.caller, read, () => parseBody(body, readBody(call.request)));
      return ok(customerView, viewCustomer(call.link, customer));
    };
  return {
    'PATCH /{uuid}/': change(customerChangeBody),
    'PUT /{uuid}/': change(customerPutBody),
    'DELETE /{uuid}/': async (call) => {
      await deleteCustomer(deps, call.caller, () => visibleCustomer(deps, call));
      return noContent;
    },
  };
}

export const customersRoutes = (deps: Deps): Routes => ({
  'GET /': (call) => {
    const { matches } = readFilters(call, customerListing.filters);
    const scope = { visibility: customersSeenBy(call.caller) };
    const list = (page: PageRequest) => deps.store.customers.list(scope, page, matches);
    return listReply(call, list, customerListing);
  },
  'GET /{uuid}/': async (call) => ok(customerView, viewCustomer(call.link, await visibleCustomer(deps, call))),
  'POST /': {
    staff: async ({ request, caller, link }) => {
      const customer = await createCustomer(deps, caller, parseBody(newCustomerBody, readBody(request)));
      return created(customerView, viewCustomer(link, customer));
    },
  },
  ...changing(deps),
  ...memberRoutes(deps, async (call) => {
    const { uuid } = await visibleCustomer(deps, call);
    return { type: 'customer', uuid, customerUuid: uuid };
  }),
});
