import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { progressSince } from '#infra/local/local-cloud';
import { localHome } from '#infra/local/local-settings';
import { OperatorError } from '#infra/local/operator-error';
import { runCommand } from '#infra/local/run-command';
import { certificateText, intentionText, isGood } from './certificate-text.ts';
import { type Certificate, certify } from './certify.ts';
import { certifyOptions, nothingToCertify } from './certify-options.ts';
import { startSimulatedTargets } from './simulated-targets.ts';
import { type Target, targetsOf } from './targets.ts';

/** `npm run certify`: see docs/certify.md. */
const interrupted = new AbortController();
let running: Promise<Certificate> | undefined;
let stopSimulators = async (): Promise<void> => {};

await runCommand({
  async run() {
    const options = certifyOptions(process.argv.slice(2));
    const targets = targetsOf(options.addresses, process.env);
    if (options.simulators) targets.push(...(await simulated(targets)));
    if (targets.length === 0) throw nothingToCertify();
    console.log(intentionText(targets));
    if (!options.yes) await confirm();
    const logDir = join(localHome(), 'logs', 'certify');
    const done = progressSince(Date.now(), console.log);
    running = certify({ targets, logDir, done, print: console.log, signal: interrupted.signal });
    const certificate = await running;
    console.log(certificateText(certificate));
    if (!isGood(certificate)) throw new OperatorError(`The logs are in ${logDir}.`);
  },
  async stop() {
    interrupted.abort();
    await running?.catch(() => undefined); // Waits until the run has removed its objects. An error is ignored here, because `run` reports the result.
    await stopSimulators();
  },
});

async function simulated(given: readonly Target[]): Promise<Target[]> {
  const { targets, stop } = await startSimulatedTargets(given);
  stopSimulators = stop;
  return targets;
}

/** @throws OperatorError if the user does not confirm */
async function confirm(): Promise<void> {
  if (!process.stdin.isTTY) throw new OperatorError('Nobody can be asked here: add --yes to go on.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Go on? [y/N] ');
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was made.');
}
