import { parseArgs } from 'node:util';
import { z } from 'zod';
import { OperatorError } from '../local/operator-error.ts';
import { runCommand } from '../local/run-command.ts';
import { awsClientConfig } from './aws-client-config.ts';
import { invokeFunction } from './invoke-function.ts';

const USAGE = 'Usage: npm run restore-management -- --stage <stage> --cluster <uuid> [--version <id>] [--list | --yes]';
/** Timeout of the call, which is a little longer than the function's own time limit. */
const TIMEOUT_MS = 11 * 60_000;

const versions = z.object({
  versions: z.array(z.object({ version: z.string(), taken_at: z.string(), size_bytes: z.number() })),
});
const report = z.object({
  version: z.string(),
  taken_at: z.string(),
  objects: z.array(z.object({ kind: z.string(), name: z.string(), is_new: z.boolean() })),
});

await runCommand({ run: restore });

/**
 * Lists the backup copies of a Cluster API cluster, or restores the cluster from a copy. Without `--yes`, the command
 * only prints what it would create.
 */
async function restore(): Promise<void> {
  const { stage, cluster, version, list, yes } = flags();
  if (!stage || !cluster || (list && yes)) throw new OperatorError(USAGE);
  const call = (what: 'list' | 'try' | 'restore') =>
    invokeFunction(
      {
        functionName: `${stage}-ops-restore-management`,
        payload: { cluster_uuid: cluster, do: what, ...(version !== undefined && { version }) },
        timeoutMs: TIMEOUT_MS,
      },
      awsClientConfig(),
    );
  if (list) {
    const found = versions.parse(await call('list'));
    for (const one of found.versions) console.log(`${one.version} ${one.taken_at} ${one.size_bytes} bytes`);
    if (found.versions.length === 0) console.log('There is no copy of this cluster.');
    return;
  }
  const done = report.parse(await call(yes ? 'restore' : 'try'));
  console.log(`Copy ${done.version} of ${done.taken_at}`);
  for (const { kind, name, is_new: isNew } of done.objects)
    console.log(`${isNew ? 'create' : 'is there'} ${kind} ${name}`);
  console.log(yes ? 'Cluster API has the cluster again.' : 'Nothing was changed. Repeat this with --yes.');
}

function flags() {
  try {
    const options = {
      stage: { type: 'string' },
      cluster: { type: 'string' },
      version: { type: 'string' },
      list: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
