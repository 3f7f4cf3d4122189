import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { StateBadge } from '../../ui/state-badge.tsx';
import type { TreeItem } from './tree.ts';
import classes from './tree-view.module.css';

type Props = { items: readonly TreeItem[]; actionsOf?: (item: TreeItem) => ReactNode };

/**
 * Nested lists. Users can open and close an object that has parts. At first, groups are open and machines are closed.
 */
export function TreeView({ items, actionsOf }: Props) {
  return (
    <Stack component="ul" className={classes.list} gap="xs">
      {items.map((item) => (
        <li key={item.id}>
          <Branch item={item} actionsOf={actionsOf} isOpen />
        </li>
      ))}
    </Stack>
  );
}

/** Kinds of objects that can be opened even if they are empty, because they have actions. */
const GROUPS: readonly TreeItem['kind'][] = ['pool', 'node group'];

type BranchProps = { item: TreeItem; actionsOf: Props['actionsOf'] | undefined; isOpen?: boolean };

function Branch({ item, actionsOf, isOpen = false }: BranchProps) {
  if (item.children.length === 0 && !GROUPS.includes(item.kind)) return <Line item={item} />;
  return (
    <details className={classes.branch} open={isOpen}>
      <summary className={classes.summary}>
        <Line item={item} />
      </summary>
      <Box className={classes.children}>
        {actionsOf?.(item)}
        {item.children.length > 0 && (
          <ul className={classes.list}>
            {item.children.map((child) => (
              <li key={child.id}>
                <Branch item={child} actionsOf={actionsOf} />
              </li>
            ))}
          </ul>
        )}
      </Box>
    </details>
  );
}

function Line({ item: { label, state, details, note } }: { item: TreeItem }) {
  return (
    <span className={classes.line}>
      <Group component="span" gap="sm" display="inline-flex">
        <Text component="span" fw={600} size="sm" className={classes.label}>
          {label}
        </Text>
        {state && <StateBadge state={state} />}
        {details.map((detail) => (
          <Text component="span" key={detail} size="sm" c="dimmed">
            {detail}
          </Text>
        ))}
      </Group>
      {note && (
        <Text component="span" size="sm" display="block" className={classes.note}>
          {note}
        </Text>
      )}
    </span>
  );
}
