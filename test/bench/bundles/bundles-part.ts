import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Bundle, buildFunctions } from '#infra/build';
import { localAwsEnvironment } from '#infra/local/emulator/aws-environment';
import { functionEnvironment } from '#test/infra/function-environment';
import type { Figure } from '../figure.ts';
import type { BenchContext, Part } from '../part.ts';
import { median } from '../statistics.ts';

const IMPORT = fileURLToPath(new URL('import-bundle.ts', import.meta.url));
/** No server listens at this address. So a function fails here if it sends requests while its code is loaded. */
const NOBODY = 'http://127.0.0.1:1';
const ROUNDS = 5;
const LAST_WORDS = 1000;
/** Customers wait while a function is loaded. A bundle's size matters only because of this time. */
const MAX_INIT_MS = 400;

/** The milliseconds that a new process needs to load the bundle. The start of Node itself is not counted. */
async function importOnce(bundle: string, environment: Record<string, string>): Promise<number> {
  const env = { ...localAwsEnvironment(NOBODY), ...environment };
  const started = promisify(execFile)(process.execPath, [IMPORT, pathToFileURL(bundle).href], { env });
  const { stdout } = await started.catch((error: { stderr: string }) => {
    // Node prints the whole minified line first, so only the end of the output is shown.
    throw new Error(`${bundle} does not load: ${error.stderr.slice(-LAST_WORDS)}`);
  });
  return z.number().parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

async function medianInit(folder: string, { name }: Bundle, rounds: number) {
  const environment = functionEnvironment(name);
  const times: number[] = [];
  // The rounds run one after the other, because parallel processes would slow each other down.
  for (let round = 0; round < rounds; round += 1) {
    times.push(await importOnce(join(folder, name, 'index.mjs'), environment));
  }
  return { name, ms: median(times) };
}

async function measureBundles({ runDir, signal, progress, isSmall }: BenchContext): Promise<Figure[]> {
  const folder = join(runDir, 'bundles');
  const bundles = (await buildFunctions(folder)).sort((a, b) => b.bytes - a.bytes);
  const inits: { name: string; ms: number }[] = [];
  for (const bundle of bundles) {
    signal.throwIfAborted();
    const init = await medianInit(folder, bundle, isSmall ? 1 : ROUNDS);
    inits.push(init);
    progress(`${bundle.name}: ${(bundle.bytes / 1e6).toFixed(2)} MB, loaded in ${init.ms.toFixed(0)} ms`);
  }
  const [largest] = bundles;
  const [slowest] = inits.sort((a, b) => b.ms - a.ms);
  if (!largest || !slowest) throw new Error('no function was bundled');
  return [
    { name: 'largest function bundle', value: largest.bytes / 1e6, unit: 'MB', note: largest.name },
    {
      name: 'slowest cold init',
      value: slowest.ms,
      unit: 'ms',
      atMost: MAX_INIT_MS,
      waldur: '3.3 GiB idle stack',
      note: `${slowest.name}; median of ${ROUNDS}, with X-Ray's SDK`,
    },
    {
      name: 'median cold init',
      value: median(inits.map(({ ms }) => ms)),
      unit: 'ms',
      note: `${inits.length} functions`,
    },
  ];
}

export const bundlesPart: Part = {
  name: 'bundles',
  about: 'how large the functions are, and how long a new process needs to load them',
  measures: ['functions', 'shared', 'infra', 'package-lock.json'],
  run: measureBundles,
};
