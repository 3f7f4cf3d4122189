import type { Draft } from '../draft.ts';

/** The form's values and functions that all field components receive. */
export type Form = {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  /** Returns the error messages of a field as one text. */
  errorOf: (field: string) => string | undefined;
};
