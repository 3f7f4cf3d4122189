import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import { enableTimeToLive } from '#infra/local/emulator/time-to-live';
import { compareSettings, keptSettings, lostSettings } from '../config/kept-settings.ts';
import type { StageConfiguration } from '../config/read-stage.ts';
import { differenceLine, refusalText, strangeDropText } from '../config/settings-messages.ts';
import { buildConsole } from '../console/build-console.ts';
import { localLogDir } from '../local/local-settings.ts';
import { OperatorError } from '../local/operator-error.ts';
import { ownFolder } from '../local/process-groups.ts';
import { runCommand } from '../local/run-command.ts';
import { awsClientConfig, targetEnvironment } from './aws-client-config.ts';
import { bundleFunctions, deployStacks } from './cdk.ts';
import { readDeployed } from './deployed-settings.ts';
import { chosenStage, STAGE_OPTIONS, STAGE_USAGE } from './stage-options.ts';
import { uploadConsole } from './upload-console.ts';

const USAGE = `Usage: npm run deploy -- ${STAGE_USAGE} [--drop <field>]...`;

const interrupted = new AbortController();
await runCommand({
  run: deploy,
  stop: async () => interrupted.abort(),
});

/** Deploys to the account of the AWS environment, or to the emulator at AWS_ENDPOINT_URL. */
async function deploy(): Promise<void> {
  const { drop = [], ...given } = flags();
  const { configuration, context } = chosenStage(given);
  const { stage, file } = configuration;
  const { emulator, env } = await targetEnvironment();
  await compareWithDeployed(configuration, drop);
  const assembly = mkdtempSync(join(tmpdir(), 'paddock-deploy-'));
  ownFolder(assembly);
  const options = { assembly, env, logDir: localLogDir('deploy'), signal: interrupted.signal };
  console.log('Bundling the functions ...');
  await bundleFunctions(options);
  console.log(`Deploying stage ${stage}${file ? ` as ${file.name} says` : ''} to ${emulator ?? 'AWS'} ...`);
  const outputs = await deployStacks({ ...options, context, onLine: console.log });
  if (emulator) await enableTimeToLive(emulator, assembly);
  if (outputs.ConsoleBucketName) await deployConsole(outputs.ConsoleBucketName);
  for (const [key, value] of Object.entries(outputs)) console.log(`${key}: ${value}`);
}

async function deployConsole(bucket: string): Promise<void> {
  console.log('Building and uploading the console ...');
  const folder = await buildConsole(localLogDir('deploy'), interrupted.signal);
  await uploadConsole(new S3Client(awsClientConfig()), bucket, folder);
}

/** Prints which settings change. Refuses a deployment that would lose a setting. */
async function compareWithDeployed({ stage, file, given }: StageConfiguration, drop: readonly string[]): Promise<void> {
  const { isThere, kept } = await readDeployed(stage);
  if (isThere && !kept)
    console.log(
      `Stage ${stage} was deployed by a release that stored no settings. A setting that is missing now cannot be detected.`,
    );
  const differences = compareSettings(kept ?? {}, keptSettings(given));
  const { lost, strange } = lostSettings(differences, drop);
  if (strange.length > 0) throw new OperatorError(strangeDropText(strange));
  if (lost.length > 0) throw new OperatorError(refusalText(stage, file?.name, lost));
  if (kept) for (const difference of differences) console.log(differenceLine(difference));
}

function flags() {
  try {
    const options = { ...STAGE_OPTIONS, drop: { type: 'string', multiple: true } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
