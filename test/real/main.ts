import { join } from 'node:path';
import { progressSince } from '#infra/local/local-cloud';
import { OperatorError } from '#infra/local/operator-error';
import { runCommand } from '#infra/local/run-command';
import { firstPort, realHome, realPart } from './real-settings.ts';
import { isGreen, type Summary, summaryText } from './summary.ts';
import { testReal } from './test-real.ts';

/** `npm run test:real`: see CONTRIBUTING.md, "On real servers". */
const interrupted = new AbortController();
let running: Promise<Summary> | undefined;

await runCommand({
  async run() {
    const home = realHome();
    const logDir = join(home, 'log');
    const done = progressSince(Date.now(), console.log);
    const part = realPart(process.argv.slice(2));
    const ports = { firstPort: firstPort() };
    running = testReal({ part, home, logDir, ...ports, done, print: console.log, signal: interrupted.signal });
    const summary = await running;
    console.log(summaryText(summary));
    if (!isGreen(summary)) throw new OperatorError(`npm run test:real is red: see above, and the logs in ${logDir}`);
  },
  async stop() {
    interrupted.abort();
    await running?.catch(() => undefined); // the interrupted run cleans up, and `run` reports its error
  },
});
