import { z } from 'zod';

const SECONDS: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1, '': 1 };

/** Seconds from a number, `"3600"` or `"1h30m"`; undefined for any other text. */
function seconds(given: string | number): number | undefined {
  if (typeof given === 'number') return given;
  if (!/^(\d+[dhms]?)+$/.test(given)) return given === '' ? 0 : undefined;
  return [...given.matchAll(/(\d+)([dhms]?)/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (SECONDS[unit] ?? 1),
    0,
  );
}

/** A duration in a request body, parsed to whole seconds. */
export const duration = z.union([z.string(), z.number()]).transform((given, problems) => {
  const parsed = seconds(given);
  if (parsed !== undefined && parsed >= 0) return Math.floor(parsed);
  problems.addIssue({ code: 'custom', message: `error converting input ${given}: time: invalid duration "${given}"` });
  return z.NEVER;
});

/** Seconds from a value of any type; undefined if the value is not a duration. */
export const durationText = (given: unknown): number | undefined =>
  typeof given === 'string' || typeof given === 'number' ? seconds(given) : undefined;

/** Formats seconds as `3h25m19s`. */
export function spelled(total: number): string {
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60)];
  return `${hours ? `${hours}h` : ''}${hours || minutes ? `${minutes}m` : ''}${total % 60}s`;
}

/** A list of names, or one text with the names separated by commas. */
export const nameList = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))])
  .transform((names) => names.map((name) => name.trim()).filter(Boolean));

export const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
