import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The text for an empty list. It says what the list contains and how users add an item. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm">
        <Text fw={600}>{title}</Text>
        {children}
      </Stack>
    </Paper>
  );
}
