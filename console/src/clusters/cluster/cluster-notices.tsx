import { Alert, List, Progress, Stack, Text } from '@mantine/core';
import { nextStepAfter } from '@paddock/client';
import { isBusy } from '../../ui/state-label.ts';
import type { Cluster } from './cluster-query.ts';

/** Shows the running operation, the last failure, differences from the order, and the reason why autohealing waits. */
export function ClusterNotices({ cluster }: { cluster: Cluster }) {
  const { state = '', progress = 0, current_step, last_error, drift = [], autohealing_held } = cluster;
  return (
    <Stack gap="sm">
      {isBusy(state) && (
        <Stack gap={4}>
          <Progress value={progress} animated aria-label="Progress" />
          <Text size="sm" role="status">
            {progress} %{current_step && `: ${current_step}`}
          </Text>
        </Stack>
      )}
      {last_error && (
        <Alert color="red" variant="outline" title={last_error.message} role="alert">
          {nextStepAfter(last_error)}
        </Alert>
      )}
      {drift.length > 0 && (
        <Alert color="yellow" variant="outline" title="The cluster differs from its wanted state">
          <List size="sm">
            {drift.map(({ kind, name, message }) => (
              <List.Item key={`${kind} ${name}`}>
                {name}: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {autohealing_held && (
        <Alert color="yellow" variant="outline" title="Autohealing is paused">
          {autohealing_held}
        </Alert>
      )}
    </Stack>
  );
}
