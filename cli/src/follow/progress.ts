import type { Io } from '../io/io.ts';
import { oneLine } from '../output/printable.ts';
import { clockTime, duration } from '../output/times.ts';
import type { ClusterEvent } from './events.ts';

/**
 * Shows the progress of an operation: one line for each event, and the present state. On a terminal, the present state
 * is overwritten in place.
 */
export type Progress = {
  event(event: ClusterEvent): void;
  now(text: string): void;
  end(): void;
};

export const eventLine = ({ created, node_name, message, level }: ClusterEvent): string =>
  oneLine(
    `${clockTime(created)}  ${level === 'error' ? 'error: ' : ''}${node_name === null ? '' : `${node_name}: `}${message}`,
  );

export function progressOn(io: Io): Progress {
  const startedAt = io.now();
  let last = '';
  const clear = () => (io.showsProgress && last !== '' ? io.clearLine() : undefined);
  return {
    event(event) {
      clear();
      io.err(`${eventLine(event)}\n`);
    },
    now(text) {
      const changed = text !== last;
      clear();
      last = text;
      const line = `${duration(io.now() - startedAt)}  ${oneLine(text)}`;
      if (io.showsProgress) io.err(line.slice(0, io.columns - 1));
      else if (changed) io.err(`${line}\n`);
    },
    end: () => void clear(),
  };
}
