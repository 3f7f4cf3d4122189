import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** An empty list: what would be here, and how it gets here. */
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
