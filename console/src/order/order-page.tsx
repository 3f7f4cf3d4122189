import { Button, Grid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { PaddockError, type SelectedPublicOffering } from '@paddock/client';
import { type FormEvent, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Empty } from '../ui/empty.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Page } from '../ui/page.tsx';
import { QueryResult } from '../ui/query-result.tsx';
import { WHILE_TYPING_MS } from '../ui/typing.ts';
import { type Draft, EMPTY_DRAFT, isPlannable, type Mode, orderBody } from './draft.ts';
import { faultsByField } from './faults.ts';
import { CommonFields } from './fields/common-fields.tsx';
import { ManagedFields } from './fields/managed-fields.tsx';
import { SelfManagedFields } from './fields/self-managed-fields.tsx';
import { isOrderable } from './is-orderable.ts';
import { modeOf } from './mode-of.ts';
import { useOffering, usePlaceOrder, usePlan } from './order-queries.ts';
import { PlanPanel } from './plan-panel.tsx';

/** The order form of an offering, with the plan beside it. */
export function OrderPage() {
  const { offering: uuid = '' } = useParams();
  const offering = useOffering(uuid);
  return (
    <QueryResult query={offering}>
      {(found) => {
        const mode = modeOf(found);
        return mode ? <OrderForm offering={found} mode={mode} /> : <NoForm offering={found} />;
      }}
    </QueryResult>
  );
}

const NoForm = ({ offering: { name, description } }: { offering: SelectedPublicOffering }) => (
  <Page title={`Order: ${name}`} intro={description}>
    <Empty title="The console cannot order this offering.">
      <Text>
        Its clusters are managed and have machine pools. Order them through the API, with the attribute “pools”.
      </Text>
    </Empty>
  </Page>
);

/**
 * Reads the plan a moment after the last change. `isCurrent` is true if the plan belongs to the form's present values.
 */
function usePlanOf(offering: string, mode: Mode, draft: Draft) {
  const body = useMemo(
    () => (isPlannable(mode, draft) ? orderBody(offering, mode, draft) : undefined),
    [offering, mode, draft],
  );
  const [asked] = useDebouncedValue(body, WHILE_TYPING_MS);
  const { data, error, isFetching, refetch } = usePlan(asked);
  const isReady = body !== undefined;
  return {
    ...{ isReady, error, refetch, isCurrent: isReady && asked === body && !isFetching },
    ...{ plan: data?.plan, faults: isReady ? (data?.faults ?? []) : [] },
  };
}

function OrderForm({ offering, mode }: { offering: SelectedPublicOffering; mode: Mode }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const uuid = offering.uuid ?? '';
  const { faults, error, refetch, ...planned } = usePlanOf(uuid, mode, draft);
  const { order, submit } = useSubmit(() => orderBody(uuid, mode, draft));
  const change = (changes: Partial<Draft>) => {
    // An error of an earlier order does not apply to corrected values, so a change removes the error.
    if (order.isError) order.reset();
    setDraft((before) => ({ ...before, ...changes }));
  };
  const refused = order.error instanceof PaddockError ? order.error.fields : [];
  const messages = faultsByField([...faults, ...refused], draft);
  const form = { draft, change, errorOf: (field: string) => messages[field]?.join(' ') };
  const Fields = mode === 'managed' ? ManagedFields : SelfManagedFields;
  return (
    <Page title={`Order: ${offering.name}`} intro={offering.description}>
      <form onSubmit={submit} noValidate>
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack>
              <CommonFields form={form} offering={uuid} mode={mode} />
              <Fields form={form} offering={offering} mode={mode} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack>
              <PlanPanel {...planned} generalFaults={messages[''] ?? []} />
              {error && <ErrorAlert error={error} onRetry={() => refetch()} />}
              {order.error && <ErrorAlert error={order.error} />}
              <Button type="submit" size="md" disabled={!isOrderable({ ...planned, error })} loading={order.isPending}>
                Order
              </Button>
            </Stack>
          </Grid.Col>
        </Grid>
      </form>
    </Page>
  );
}

/**
 * Places the order, and opens the page of its cluster. If the order has no cluster yet, opens the list of orders
 * instead.
 */
function useSubmit(body: () => ReturnType<typeof orderBody>) {
  const order = usePlaceOrder();
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    order.mutate(body(), {
      onSuccess: ({ state, resource_uuid }) =>
        navigate(state === 'executing' && resource_uuid ? `/clusters/${resource_uuid}` : '/orders'),
    });
  };
  return { order, submit };
}
