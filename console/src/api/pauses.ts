import { isBusy } from '../ui/state-label.ts';

/** The number of rows on one page of a table. */
export const PAGE_SIZE = 20;
const WHILE_BUSY_MS = 3_000;
export const WHILE_IDLE_MS = 30_000;

type Listed = { state: { data?: { items: readonly { state: string }[] } | undefined } };

/**
 * Returns the polling interval of a list in milliseconds. The interval is short only while an operation changes one of
 * the rows.
 */
export const pauseOf = ({ state: { data } }: Listed): number =>
  data?.items.some(({ state }) => isBusy(state)) ? WHILE_BUSY_MS : WHILE_IDLE_MS;
