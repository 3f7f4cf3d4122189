import { Button, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { SelectedPublicOffering } from '@paddock/client';
import { Link } from 'react-router';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';
import { QueryResult } from '../ui/query-result.tsx';
import { useOfferings } from './order-queries.ts';

/** Lists the offerings that the user can order. */
export function OfferingsPage() {
  const offerings = useOfferings();
  return (
    <Page title="Order a cluster" intro="Choose an offering. Before you order, you see the plan and any known cost.">
      <QueryResult query={offerings}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="There is nothing to order yet.">
              <Text>An offering appears here as soon as a provider activates it.</Text>
            </Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              {items.map((offering) => (
                <OfferingCard key={offering.uuid} offering={offering} />
              ))}
            </SimpleGrid>
          )
        }
      </QueryResult>
    </Page>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  managed: 'Machines, networks and load balancers are made in the provider’s clouds. You choose clouds and workers.',
  self_managed: 'The machines are made in a tenant of your project.',
};

function OfferingCard({ offering }: { offering: SelectedPublicOffering }) {
  const { uuid, name, description, customer_name, plugin_options } = offering;
  const kind = KINDS[String(plugin_options?.deployment_mode)];
  return (
    <Card withBorder padding="lg">
      <Stack h="100%" justify="space-between">
        <div>
          <Title order={2} size="h4">
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            by {customer_name}
          </Text>
          <Text mt="sm">{description || kind}</Text>
        </div>
        <Button component={Link} to={`/order/${uuid}`} aria-label={`Order ${name}`}>
          Order
        </Button>
      </Stack>
    </Card>
  );
}
