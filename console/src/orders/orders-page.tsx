import { Select } from '@mantine/core';
import { useAddress } from '../ui/address.ts';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';
import { QueryResult } from '../ui/query-result.tsx';
import { stateText } from '../ui/state-label.ts';
import { ORDER_STATES, useOrders } from './orders-query.ts';
import { OrdersTable } from './orders-table.tsx';

/** All orders that the user sees, with those that wait for a decision. */
export function OrdersPage() {
  const { parameters, page, change, onPage } = useAddress();
  const state = ORDER_STATES.find((one) => one === parameters.get('state'));
  const orders = useOrders({ state, page });
  return (
    <Page title="Orders" intro="Orders of users without the right to order wait for an owner’s approval.">
      <Select
        label="State"
        placeholder="Any"
        clearable
        clearButtonProps={{ 'aria-label': 'Any state' }}
        maw={260}
        data={ORDER_STATES.map((value) => ({ value, label: stateText(value) }))}
        value={state ?? null}
        onChange={(value) => change({ state: value })}
      />
      <QueryResult query={orders}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title={state ? 'No order is in this state.' : 'There are no orders yet.'} />
          ) : (
            <OrdersTable {...{ label: 'Orders', orders: items, total, page, onPage }} />
          )
        }
      </QueryResult>
    </Page>
  );
}
