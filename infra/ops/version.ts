import { parseArgs } from 'node:util';
import { OperatorError } from '../local/operator-error.ts';
import { runCommand } from '../local/run-command.ts';
import { type ProductRelease, releaseHere } from '../release.ts';
import { type Deployed, readDeployed } from './deployed-settings.ts';

const USAGE = 'Usage: npm run version [-- --stage <stage>]';

const shown = ({ version, commit }: ProductRelease): string => `Paddock ${version}, commit ${commit}`;

await runCommand({
  run: async () => {
    const { stage } = flags();
    console.log(`Here: ${shown(releaseHere())}`);
    if (stage !== undefined) console.log(`Stage ${stage}: ${deployedText(await readDeployed(stage))}`);
  },
  stop: async () => undefined,
});

function deployedText({ isThere, release }: Deployed): string {
  if (!isThere) return 'not deployed';
  return release ? shown(release) : 'deployed by a release that kept no version';
}

function flags() {
  try {
    return parseArgs({ options: { stage: { type: 'string' } } }).values;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
