import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareSettings, keptSettings } from '../config/kept-settings.ts';
import { differenceLine, fileText } from '../config/settings-messages.ts';
import { namedFromHere, pathOfStage } from '../config/stage-file.ts';
import { localLogDir } from '../local/local-settings.ts';
import { OperatorError } from '../local/operator-error.ts';
import { ownFolder } from '../local/process-groups.ts';
import { runCommand } from '../local/run-command.ts';
import { targetEnvironment } from './aws-client-config.ts';
import { bundleFunctions, diffStacks } from './cdk.ts';
import { readDeployed } from './deployed-settings.ts';
import { chosenStage, STAGE_OPTIONS, STAGE_USAGE, type StageFlags } from './stage-options.ts';

const USAGE = `Usage: npm run diff -- ${STAGE_USAGE} [--write]`;

const interrupted = new AbortController();
await runCommand({
  run: async () => {
    const { write, ...stage } = flags();
    await (write ? writeFile(stage) : compare(stage));
  },
  stop: async () => interrupted.abort(),
});

/** Writes the settings of a deployed stage into the stage's file. Never overwrites a file. */
async function writeFile({ stage = process.env.PADDOCK_STAGE ?? 'dev', config }: StageFlags): Promise<void> {
  const { kept } = await readDeployed(stage);
  if (!kept)
    throw new OperatorError(
      `Stage ${stage} has no stored settings: it is not deployed, or was deployed by an older release.`,
    );
  const path = config ?? pathOfStage(stage);
  const name = namedFromHere(path);
  if (existsSync(path)) throw new OperatorError(`The file ${name} already exists. It was not changed.`);
  writeFileSync(path, fileText(stage, kept), { flag: 'wx' });
  console.log(`${name} has the deployed settings of stage ${stage}.`);
}

async function compare(given: StageFlags): Promise<void> {
  const { configuration, context } = chosenStage(given);
  const { stage } = configuration;
  const { isThere, kept } = await readDeployed(stage);
  const differences = compareSettings(kept ?? {}, keptSettings(configuration.given));
  if (!isThere) console.log(`Stage ${stage} is not deployed.`);
  else if (!kept) console.log(`Stage ${stage} was deployed by a release that kept no settings.`);
  else if (differences.length === 0) console.log('The settings are as deployed.');
  for (const difference of differences) console.log(differenceLine(difference));

  const assembly = mkdtempSync(join(tmpdir(), 'paddock-diff-'));
  ownFolder(assembly);
  const options = { assembly, logDir: localLogDir('diff'), signal: interrupted.signal, ...(await targetEnvironment()) };
  await bundleFunctions(options);
  await diffStacks({ ...options, context, onLine: console.log });
}

function flags() {
  try {
    const options = { ...STAGE_OPTIONS, write: { type: 'boolean', default: false } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
