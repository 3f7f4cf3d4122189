import { Alert, Divider, Group, List, Loader, Paper, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import type { OrderPlan } from '@paddock/client';
import { clusterApiLines, clusterApiNames, objectLines } from './plan-summary.ts';

type Props = { plan: OrderPlan | undefined; generalFaults: readonly string[]; isReady: boolean; isCurrent: boolean };

/** Shows the objects that the order would create, their cost, and the remaining quotas. */
export function PlanPanel({ plan, generalFaults, isReady, isCurrent }: Props) {
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="plan-title">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" id="plan-title">
            Plan
          </Title>
          <div role="status">{isReady && !isCurrent && <Checking />}</div>
        </Group>
        {!isReady && <Text c="dimmed">Fill in the form. The plan of the order then appears here.</Text>}
        {generalFaults.map((message) => (
          <Alert key={message} color="red" variant="outline" title="This order would be refused" role="alert">
            {message}
          </Alert>
        ))}
        {isReady && plan && <Details plan={plan} />}
      </Stack>
    </Paper>
  );
}

function Checking() {
  return (
    <>
      <Loader size="xs" aria-hidden="true" />
      <VisuallyHidden>Checking the order</VisuallyHidden>
    </>
  );
}

function Details({ plan: { objects, cluster_api, hints, estimate } }: { plan: OrderPlan }) {
  return (
    <>
      {hints.map((hint) => (
        <Alert key={hint} color="yellow" variant="outline" title="Consider">
          {hint}
        </Alert>
      ))}
      {objects && <Objects objects={objects} />}
      {cluster_api && <ClusterApi plan={cluster_api} />}
      {estimate && <Cost estimate={estimate} />}
    </>
  );
}

function Objects({ objects }: { objects: NonNullable<OrderPlan['objects']> }) {
  return objectLines(objects).map(({ tenant, lines }, index) => (
    <div key={tenant}>
      <Text fw={600}>In the tenant {tenant}</Text>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <Quotas quotas={objects.tenants[index]?.quotas ?? []} tenant={tenant} />
    </div>
  ));
}

function ClusterApi({ plan }: { plan: NonNullable<OrderPlan['cluster_api']> }) {
  return (
    <div>
      <Text fw={600}>By Cluster API</Text>
      <List size="sm">
        {clusterApiLines(plan).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <details>
        <Text component="summary" size="sm">
          All objects
        </Text>
        <List size="xs">
          {clusterApiNames(plan).map((name) => (
            <List.Item key={name}>{name}</List.Item>
          ))}
        </List>
      </details>
    </div>
  );
}

type Quota = NonNullable<OrderPlan['objects']>['tenants'][number]['quotas'][number];

function Quotas({ quotas, tenant }: { quotas: readonly Quota[]; tenant: string }) {
  if (quotas.length === 0) return null;
  return (
    <Table aria-label={`Quotas of ${tenant}`} mt="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Quota</Table.Th>
          <Table.Th>Now</Table.Th>
          <Table.Th>After</Table.Th>
          <Table.Th>Limit</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {quotas.map(({ name, used, after, limit }) => (
          <Table.Tr key={name}>
            <Table.Td>{name}</Table.Td>
            <Table.Td>{used}</Table.Td>
            <Table.Td fw={after > limit ? 700 : 400}>{after}</Table.Td>
            <Table.Td>{limit}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cost({
  estimate: { components, total, currency, hours_per_month },
}: {
  estimate: NonNullable<OrderPlan['estimate']>;
}) {
  return (
    <div>
      <Divider my="xs" />
      <Text fw={600}>
        {total} {currency} a month
      </Text>
      <List size="sm">
        {components.map(({ type, name, usage, measured_unit, cost }) => (
          <List.Item key={type}>
            {name}: {usage} {measured_unit}, {cost} {currency}
          </List.Item>
        ))}
      </List>
      <Text size="xs" c="dimmed">
        In a month of {hours_per_month} hours.
      </Text>
    </div>
  );
}
