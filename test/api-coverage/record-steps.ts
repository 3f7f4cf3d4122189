import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { recordingStep } from './record-calls.ts';

type Body = (deps: unknown, input: unknown) => Promise<unknown>;
type Runnable = { contract: { name: string }; run: Body; call: Body };
const isStep = (it: unknown): it is Runnable =>
  typeof it === 'object' && it !== null && 'contract' in it && 'run' in it && 'call' in it;

/** Steps are shared by all test files of a worker, so each step is wrapped only once. */
const recording = new WeakSet<Runnable>();
function record(step: Runnable): void {
  if (recording.has(step)) return;
  recording.add(step);
  const { contract, run, call } = step;
  step.run = (deps, input) => recordingStep(contract.name, () => run(deps, input));
  step.call = (deps, input) => recordingStep(contract.name, () => call(deps, input));
}

/** Runs before each test file when `npm run api-docs` runs the integration suite and records its steps. */
for (const path of globSync('shared/app/*/steps/*.ts')) {
  const exported: Record<string, unknown> = await import(resolve(path));
  for (const step of Object.values(exported).filter(isStep)) record(step);
}
