import type { Draft } from '../draft.ts';

/** What the fields of the form share. */
export type Form = {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  /** The faults of a field, as one text. */
  errorOf: (field: string) => string | undefined;
};
