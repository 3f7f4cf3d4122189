import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localAwsEnvironment, pathWithThisNode } from '../local/aws-environment.ts';
import { standInForBootstrap } from '../local/bootstrap.ts';
import { localLogDir } from '../local/local-settings.ts';
import { OperatorError } from '../local/operator-error.ts';
import { ownFolder } from '../local/process-groups.ts';
import { runCommand } from '../local/run-command.ts';
import { enableTimeToLive } from '../local/time-to-live.ts';
import { buildFunctions, deployStacks } from './cdk.ts';
import { emulatorEndpoint } from './emulator-endpoint.ts';

const USAGE = 'Usage: npm run deploy -- [--stage <stage>] [--context <key>=<value>]...';

const interrupted = new AbortController();
await runCommand({
  run: deploy,
  stop: async () => interrupted.abort(),
});

/** To the account that the AWS environment names, or to the emulator at AWS_ENDPOINT_URL. */
async function deploy(): Promise<void> {
  const { stage, context } = flags();
  const emulator = emulatorEndpoint();
  const assembly = mkdtempSync(join(tmpdir(), 'paddock-deploy-'));
  ownFolder(assembly);
  const env = emulator ? localAwsEnvironment(emulator) : { ...process.env, PATH: pathWithThisNode() };
  const options = { assembly, env, logDir: localLogDir('deploy') };
  const signal = interrupted.signal;
  console.log('Bundling the functions ...');
  await buildFunctions({ ...options, signal });
  console.log(`Deploying stage ${stage} to ${emulator ?? 'AWS'} ...`);
  if (emulator) await standInForBootstrap(emulator);
  const outputs = await deployStacks({ ...options, signal, context: { stage, ...context }, onLine: console.log });
  if (emulator) await enableTimeToLive(emulator, assembly);
  for (const [key, value] of Object.entries(outputs)) console.log(`${key}: ${value}`);
}

function flags(): { stage: string; context: Record<string, string> } {
  try {
    const { values } = parseArgs({
      options: {
        stage: { type: 'string', default: process.env.PADDOCK_STAGE ?? 'dev' },
        context: { type: 'string', multiple: true, default: [] },
      },
    });
    const pairs = values.context.map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]);
    return { stage: values.stage, context: Object.fromEntries(pairs) };
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
