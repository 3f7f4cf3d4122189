import { z } from 'zod';

/** What a part of the bench has measured, counted or computed. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** Target of docs/spec/design.md#figures: it is met when the value is no greater. */
  atMost?: number;
  /** Waldur's figure for the same, where docs/spec/design.md#figures has one; printed only. */
  waldur?: string;
  /** What has to be known to read the value; printed only. */
  note?: string;
};

/** One entry of `results.json`; `met` is null where there is no target. */
export const result = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  target: z.union([z.number(), z.string()]).nullable(),
  met: z.boolean().nullable(),
  /** What prints this figure again. */
  command: z.string(),
  /** What was checked out when it was measured; with a `+` what it measures was not committed as it was. */
  commit: z.string(),
});
export type Result = z.infer<typeof result>;

/** Three digits are more than these measurements are good for. */
const rounded = (value: number): number => (Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3)));

/** The figure as it is kept: what is shown as met is met after rounding too. */
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
