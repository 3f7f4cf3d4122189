import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { ApiError, nextStepOf } from '../api/api-error.ts';

type Props = { error: unknown; onRetry?: (() => void) | undefined };

/** What went wrong, what to do next, and the id under which the operator finds the request. */
export function ErrorAlert({ error, onRetry }: Props) {
  const known = error instanceof ApiError ? error : undefined;
  return (
    <Alert color="red" variant="outline" title={known?.message ?? 'The console failed.'} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{known ? nextStepOf(known.status) : 'Reload the page.'}</Text>
        {known?.correlationId && (
          <Text size="sm">
            Correlation id: <Code>{known.correlationId}</Code>
          </Text>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
