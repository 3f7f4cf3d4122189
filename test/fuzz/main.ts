import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pythonVenv } from '#infra/local/emulator/python-venv';
import type { Person } from '#infra/local/endpoints';
import type { LocalCloud } from '#infra/local/local-cloud';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { OperatorError } from '#infra/local/operator-error';
import { runWithLocalCloud } from '#infra/local/run-with-local-cloud';
import { knownObjects } from './known-objects.ts';
import { runSchemathesis } from './run-schemathesis.ts';
import { tryStrayPaths } from './stray-paths.ts';

/**
 * `npm run test:fuzz [-- seconds]` runs Schemathesis against the deployed API as staff and as an owner. A sixth of the
 * time goes to paths that are not in the OpenAPI document.
 */
const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));
const PEOPLE: readonly Person[] = ['staff', 'owner'];
const DELAYS = {
  openstack: { serverBuild: 300, serverDelete: 200 },
  rancher: { pace: 0.05 },
  'vm-runner': { boot: 300 },
};

function secondsWanted(text = '180'): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds > 1) return seconds;
  throw new OperatorError(`${text} is no number of seconds: try npm run test:fuzz -- 180`);
}

async function fuzz({ endpoints }: LocalCloud, signal: AbortSignal): Promise<void> {
  const whole = secondsWanted(process.argv[2]);
  const straySeconds = Math.ceil(whole / 6);
  const seconds = Math.max(1, whole - straySeconds);
  const logDir = localLogDir('fuzz');
  mkdirSync(logDir, { recursive: true });
  const python = await pythonVenv(
    { what: 'Schemathesis', requirements: REQUIREMENTS },
    { home: localHome(), logDir, signal },
  );
  const fuzzAs = async (person: Person): Promise<string[]> => {
    const known = await knownObjects(endpoints, person);
    const run = await runSchemathesis(endpoints, { person, seconds, known }, { python, logDir, signal });
    console.log(`\nSchemathesis as ${person}:\n${run.summary}\n`);
    return run.isGreen ? [] : [run.logFile];
  };
  console.log(`Schemathesis as ${PEOPLE.join(' and ')} at once, ${seconds} s ...`);
  const red = (await Promise.all(PEOPLE.map(fuzzAs))).flat();
  const { seed, tried, found } = await tryStrayPaths(endpoints.api, endpoints.tokens.owner, straySeconds);
  console.log(
    `\n${tried} requests for paths that no document has (seed ${seed}): ${found.length} are answered wrongly`,
  );
  for (const wrong of found) console.log(wrong);
  if (found.length > 0) throw new OperatorError('Paths that no document has are answered wrongly: see above.');
  if (red.length > 0) throw new OperatorError(`The fuzzer found something: see above and ${red.join(', ')}`);
}

await runWithLocalCloud({
  options: () => ({
    home: localHome(),
    logDir: localLogDir('fuzz'),
    stage: 'fuzz',
    delays: DELAYS,
    waitScale: 0.2,
    log: console.log,
  }),
  run: fuzz,
});
