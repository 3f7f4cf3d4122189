import { Select } from '@mantine/core';
import { useAddress } from '../ui/address.ts';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';
import { stateText } from '../ui/state-label.ts';
import { ORDER_STATES, useOrders } from './orders-query.ts';
import { OrdersTable } from './orders-table.tsx';

/** Lists all orders that the user may see. Orders that wait for a decision have a section of their own. */
export function OrdersPage() {
  const address = useAddress();
  const state = ORDER_STATES.find((one) => one === address.parameters.get('state'));
  const orders = useOrders({ state, page: address.page });
  return (
    <Page
      title="Orders"
      intro="If a user who is neither an owner nor staff orders a cluster, the order waits for an owner’s approval."
    >
      <Select
        label="State"
        placeholder="Any"
        clearable
        clearButtonProps={{ 'aria-label': 'Any state' }}
        maw={260}
        data={ORDER_STATES.map((value) => ({ value, label: stateText(value) }))}
        value={state ?? null}
        onChange={(value) => address.change({ state: value })}
      />
      <OrdersTable
        {...{ label: 'Orders', query: orders, pages: address }}
        empty={<Empty title={state ? 'No order is in this state.' : 'There are no orders yet.'} />}
      />
    </Page>
  );
}
