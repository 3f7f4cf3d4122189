import { isBusy } from '../ui/state-label.ts';

/** Rows of one page of a table. */
export const PAGE_SIZE = 20;
const WHILE_BUSY_MS = 3_000;
export const WHILE_IDLE_MS = 30_000;

type Listed = { state: { data?: { items: readonly { state: string }[] } | undefined } };

/** How long to wait before a page of a list is read again: short only while one of its rows changes by itself. */
export const pauseOf = ({ state: { data } }: Listed): number =>
  data?.items.some(({ state }) => isBusy(state)) ? WHILE_BUSY_MS : WHILE_IDLE_MS;
