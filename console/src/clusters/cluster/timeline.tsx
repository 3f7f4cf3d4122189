import { Paper, Text } from '@mantine/core';
import { clockTime } from '../../ui/format.ts';
import { QueryResult } from '../../ui/query-result.tsx';
import { type Cluster, useTimeline } from './cluster-query.ts';
import classes from './timeline.module.css';

/** The events of a cluster, newest first. Screen readers read new events aloud. */
export function ClusterTimeline({ cluster, pauseMs }: { cluster: Cluster; pauseMs: number }) {
  const timeline = useTimeline(cluster, pauseMs);
  return (
    <Paper withBorder p="md">
      <QueryResult query={timeline}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Text c="dimmed">Nothing has happened yet.</Text>
          ) : (
            <>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached with the keyboard */}
              <ol className={classes.events} aria-live="polite" aria-label="Events" tabIndex={0}>
                {items.map((event) => (
                  <TimelineEvent key={`${event.created} ${event.node_name} ${event.message}`} event={event} />
                ))}
              </ol>
              {total > items.length && (
                <Text size="xs" c="dimmed">
                  The newest {items.length} of {total} events.
                </Text>
              )}
            </>
          )
        }
      </QueryResult>
    </Paper>
  );
}

type Event = { created: string; message: string; node_name: string | null; level: string };

function TimelineEvent({ event: { created, message, node_name, level } }: { event: Event }) {
  return (
    <li className={classes.event} data-level={level}>
      <Text component="time" size="xs" c="dimmed" dateTime={created} className={classes.time}>
        {clockTime(created)}
      </Text>
      <div>
        <Text size="sm" className={classes.message}>
          {message}
        </Text>
        {node_name && (
          <Text size="xs" c="dimmed">
            {node_name}
          </Text>
        )}
      </div>
    </li>
  );
}
