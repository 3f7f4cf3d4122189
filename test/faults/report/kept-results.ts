import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { OperatorError } from '#infra/local/operator-error';
import { VERDICTS } from '../judge.ts';
import { type FaultCase, nameOf } from '../matrix.ts';
import type { CaseResult } from '../scenarios/scenario.ts';

const earlier = z.object({
  figures: z.object({ minutes: z.number() }),
  results: z.array(
    z.object({ name: z.string(), verdict: z.enum(VERDICTS), seconds: z.number(), problems: z.array(z.string()) }),
  ),
});

/** The results of earlier runs, and the duration of those runs in minutes. */
export type Kept = { results: CaseResult[]; minutes: number };

/**
 * The results of a report, without failed cases and without cases that no longer exist.
 * @throws OperatorError if there is no report
 */
export function keptResults(file: string, cases: readonly FaultCase[]): Kept {
  if (!existsSync(file)) throw new OperatorError(`There is no ${file} to go on from: run this without --resume.`);
  const { figures, results } = earlier.parse(JSON.parse(readFileSync(file, 'utf8')));
  const byName = new Map(cases.map((one) => [nameOf(one), one]));
  const kept = results.flatMap((result) => {
    const one = byName.get(result.name);
    return one && result.verdict !== 'failed' ? [{ one, ...result }] : [];
  });
  return { results: kept, minutes: figures.minutes };
}
