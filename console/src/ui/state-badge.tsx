import { Group, Text } from '@mantine/core';
import { stateText, type Tone, toneOf } from './state-label.ts';

const COLOURS: Readonly<Record<Tone, string>> = {
  good: 'var(--mantine-color-teal-6)',
  busy: 'var(--mantine-color-blue-5)',
  bad: 'var(--mantine-color-red-6)',
  neutral: 'var(--mantine-color-gray-5)',
};

/** A state as text with a coloured dot. The text has the full information, so nobody needs to see the colour. */
export function StateBadge({ state }: { state: string }) {
  return (
    <Group gap={0} wrap="nowrap" component="span" display="inline-flex">
      <span className="state-dot" style={{ background: COLOURS[toneOf(state)] }} aria-hidden="true" />
      <Text component="span" size="sm" fw={500}>
        {stateText(state)}
      </Text>
    </Group>
  );
}
