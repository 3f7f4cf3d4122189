import { z } from 'zod';

export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** The target of docs/spec/design.md#figures. A value up to this limit meets the target. */
  atMost?: number;
  /**
   * Waldur's figure from docs/spec/design.md#figures, if there is one. This text is printed but not stored in the
   * results.
   */
  waldur?: string;
  /** An explanation of the value. This text is printed but not stored in the results. */
  note?: string;
};

/** One entry of `results.json`. `met` is null if the figure has no target. */
export const result = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  target: z.union([z.number(), z.string()]).nullable(),
  met: z.boolean().nullable(),
  /** The command that measures this figure again. */
  command: z.string(),
  /**
   * The commit that was checked out during the measurement. A `+` means that the measured code had uncommitted changes.
   */
  commit: z.string(),
});
export type Result = z.infer<typeof result>;

/** Three significant digits are enough for the precision of these measurements. */
const rounded = (value: number): number => (Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3)));

/**
 * The figure as the results file stores it. `met` is computed from the rounded value, so that `met` and the stored
 * value agree.
 */
export function resultOf(
  { name, value, unit, atMost }: Figure,
  { command, commit }: Pick<Result, 'command' | 'commit'>,
): Result {
  const kept = rounded(value);
  return {
    name,
    value: kept,
    unit,
    target: atMost ?? null,
    met: atMost === undefined ? null : kept <= atMost,
    command,
    commit,
  };
}
