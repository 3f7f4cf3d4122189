import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { PaddockError, PaddockUnreachable } from '@paddock/client';
import { nextStepOf } from '../api/failure.ts';

type Props = { error: unknown; onRetry?: (() => void) | undefined };

function sentenceOf(error: unknown): string {
  if (error instanceof PaddockError) return error.detail;
  return error instanceof PaddockUnreachable ? 'Paddock does not answer.' : 'The console failed.';
}

/** Shows an error, the next step for the user, and the id by which the operator finds the request. */
export function ErrorAlert({ error, onRetry }: Props) {
  const correlationId = error instanceof PaddockError ? error.correlationId : undefined;
  return (
    <Alert color="red" variant="outline" title={sentenceOf(error)} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{nextStepOf(error)}</Text>
        {correlationId && (
          <Text size="sm">
            Correlation id: <Code>{correlationId}</Code>
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
