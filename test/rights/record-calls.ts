import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { build } from 'esbuild';
import type { Endpoints } from '#infra/local/endpoints';
import { clientOptions } from '#test/e2e/_worlds/deployed-stack';
import { type About, RECORDINGS } from './recordings.ts';

const IN_FUNCTION = fileURLToPath(new URL('in-function.ts', import.meta.url));

export type Recorder = {
  /** For `LocalCloudOptions.wrapFunctions`: makes every function record its AWS calls. */
  wrapFunctions: (functionsDir: string) => Promise<void>;
  /** To be called once the stage is deployed. Records the generated names of its tables and buckets. */
  describeStage: (endpoints: Endpoints, stage: string) => Promise<void>;
};

/**
 * Records the AWS calls of one local cloud in a folder of its own. `npm run check:rights` reads the recordings of all
 * runs.
 */
export function recordCalls(suite: About['suite'], root = RECORDINGS): Recorder {
  mkdirSync(root, { recursive: true });
  const folder = resolve(mkdtempSync(join(root, `${suite}-`)));
  return {
    async wrapFunctions(functionsDir) {
      const recorder = await bundledRecorder();
      for (const name of await readdir(functionsDir)) await wrap(join(functionsDir, name), name, { recorder, folder });
    },
    async describeStage(endpoints, stage) {
      const about: About = { suite, stage, names: await namesOf(endpoints, stage) };
      writeFileSync(join(folder, 'about.json'), JSON.stringify(about));
    },
  };
}

async function bundledRecorder(): Promise<string> {
  const { outputFiles } = await build({
    ...{ entryPoints: [IN_FUNCTION], bundle: true, write: false, platform: 'node', format: 'esm', target: 'node24' },
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Imports the recorder before the function and any other wrapper. The import is added to the first line, so that no
 * other line moves.
 */
async function wrap(dir: string, name: string, { recorder, folder }: { recorder: string; folder: string }) {
  await writeFile(join(dir, 'recorder.mjs'), recorder);
  const file = JSON.stringify(join(folder, `${name}.jsonl`));
  const index = join(dir, 'index.mjs');
  const first = `import { recordAwsCalls } from './recorder.mjs'; recordAwsCalls(${file}); `;
  await writeFile(index, `${first}${await readFile(index, 'utf8')}`);
}

/** Types of resources whose names CloudFormation generates. */
const NAMED = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket'];

async function namesOf(endpoints: Endpoints, stage: string): Promise<Record<string, string>> {
  const client = new CloudFormationClient(clientOptions(endpoints));
  const found: [string, string][] = [];
  for await (const page of paginateListStackResources({ client }, { StackName: `paddock-${stage}` })) {
    for (const it of page.StackResourceSummaries ?? []) {
      if (!NAMED.includes(it.ResourceType ?? '')) continue;
      found.push([it.LogicalResourceId ?? '', it.PhysicalResourceId ?? '']);
    }
  }
  return Object.fromEntries(found);
}
