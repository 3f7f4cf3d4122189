import { Stack, Title } from '@mantine/core';
import { useAddress } from '../ui/address.ts';
import { Empty } from '../ui/empty.tsx';
import { type OrderSearch, useOrders } from './orders-query.ts';
import { OrdersTable } from './orders-table.tsx';

type Props = {
  title: string;
  search: Omit<OrderSearch, 'page'>;
  /** The URL parameter that contains the page number of this list. */
  pageName: string;
  /** The text that is shown if the list is empty. */
  nothing: string;
};

export function OrdersSection({ title, search, pageName, nothing }: Props) {
  const pages = useAddress(pageName);
  const orders = useOrders({ ...search, page: pages.page });
  return (
    <Stack component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <OrdersTable {...{ label: title, query: orders, pages }} empty={<Empty title={nothing} />} />
    </Stack>
  );
}
