import { List, Text } from '@mantine/core';

/** The steps of a change, one line for each step. */
export function PlanLines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <Text size="sm">Nothing changes.</Text>;
  return (
    <List size="sm">
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}
