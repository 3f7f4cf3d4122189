export const MB_PER_GB = 1024;

/** The API has memory and volume sizes in MB (of 1024 × 1024 bytes). The console shows GB. */
export const gigabytes = (megabytes: number): string => `${Number((megabytes / MB_PER_GB).toFixed(1))} GB`;
export const toMegabytes = (gigabytesValue: number): number => Math.round(gigabytesValue * MB_PER_GB);

/** Formats a time in the language of the user's browser. */
export const dateTime = (iso: string | null | undefined): string =>
  iso ? new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }) : '–';

export const clockTime = (iso: string | undefined): string =>
  iso ? new Date(iso).toLocaleTimeString(undefined, { hour12: false }) : '';

/** `1 node`, `3 nodes`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
