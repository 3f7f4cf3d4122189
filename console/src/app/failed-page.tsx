import { Anchor, Text } from '@mantine/core';
import { Link, useRouteError } from 'react-router';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Page } from '../ui/page.tsx';

/** The page that is shown if another page fails. */
export function FailedPage() {
  return (
    <Page title="This page failed">
      <ErrorAlert error={useRouteError()} onRetry={() => globalThis.location.reload()} />
    </Page>
  );
}

/** The page for unknown URLs. */
export function UnknownPage() {
  return (
    <Page title="No such page">
      <Text>
        The console has no page at this address.{' '}
        <Anchor component={Link} to="/clusters">
          See your clusters
        </Anchor>
      </Text>
    </Page>
  );
}
