import { VERDICTS, type Verdict } from './judge.ts';

/** How many cases ended how, and how long they took. */
export function summaryOf(results: readonly { verdict: Verdict; seconds: number }[], elapsedMs: number) {
  const counts = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
  );
  const times = results.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? 0;
  const minutes = Math.round(elapsedMs / 6_000) / 10;
  const rows = VERDICTS.map((verdict) => `${verdict.padEnd(14)}${String(counts[verdict]).padStart(5)}`);
  const table = [
    ...rows,
    `${results.length} cases in ${minutes} min; half of them under ${middle} s, longest ${times.at(-1) ?? 0} s`,
  ];
  return { counts, minutes, medianSeconds: middle, red: counts.failed ?? 0, table: table.join('\n') };
}
