import { once } from 'node:events';
import { join } from 'node:path';
import { progressSince } from '#infra/local/local-cloud';
import { runCommand } from '#infra/local/run-command';
import { type RunningOpenStack, startOpenStack } from './openstack/start-openstack.ts';
import { firstPort, realHome } from './real-settings.ts';

/**
 * `npm run real:openstack`: runs a real OpenStack until Ctrl-C, and prints the settings with which contract suites use
 * it.
 */
const interrupted = new AbortController();
let starting: Promise<RunningOpenStack> | undefined;

await runCommand({
  interruptedExitCode: 0,
  async run() {
    starting = startOpenStack({
      home: join(realHome(), 'openstack'),
      logDir: join(realHome(), 'openstack', 'log'),
      firstPort: firstPort(),
      done: progressSince(Date.now(), console.log),
      signal: interrupted.signal,
    });
    const { access } = await starting;
    console.log(`\nexport PADDOCK_REAL_OPENSTACK='${JSON.stringify(access)}'\n\nCtrl-C stops it.`);
    if (!interrupted.signal.aborted) await once(interrupted.signal, 'abort');
  },
  async stop() {
    interrupted.abort();
    const openstack = await starting?.catch(() => undefined); // a failed start has cleaned up after itself, and `run` reports it
    await openstack?.stop();
  },
});
