import type { Outcome, Verdict } from '#test/faults/judge';

export type CaseResult = { name: string; verdict: Verdict; seconds: number; problems: string[] };

export const okUnless = (problems: string[], otherwise: Verdict = 'ok'): Outcome => ({
  verdict: problems.length > 0 ? 'failed' : otherwise,
  problems,
});
