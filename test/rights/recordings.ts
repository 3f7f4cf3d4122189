import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { AwsCall } from './aws-request.ts';

/** `npm test` empties this folder first. Single runs add to it. */
export const RECORDINGS = 'test-results/aws-calls';

/** The suites whose deployed functions are recorded. */
export const SUITES = ['e2e', 'faults'] as const;

const about = z.object({
  suite: z.enum(SUITES),
  stage: z.string(),
  /** Names of tables and buckets by their ids in the template. */
  names: z.record(z.string(), z.string()),
});
export type About = z.infer<typeof about>;

const call = z.object({ action: z.string(), resource: z.string() });

/** The AWS calls of the functions of one local cloud, by the name of the function's bundle, e.g. `steps-openstack`. */
export type Recording = About & { calls: ReadonlyMap<string, readonly AwsCall[]> };

const JSONL = '.jsonl';

function recordingIn(folder: string): Recording | undefined {
  const described = join(folder, 'about.json');
  if (!existsSync(described)) return undefined; // this cloud was never deployed, so it has no calls
  const files = readdirSync(folder).filter((file) => file.endsWith(JSONL));
  const calls = files.map((file) => [file.slice(0, -JSONL.length), callsIn(join(folder, file))] as const);
  return { ...about.parse(JSON.parse(readFileSync(described, 'utf8'))), calls: new Map(calls) };
}

/**
 * The calls in a file, each once, whichever process wrote them. A process that is killed while it writes leaves half a
 * line. The process has not sent that request, so the line is ignored.
 */
function callsIn(file: string): AwsCall[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'));
  return [...new Set(lines)].map((line) => call.parse(JSON.parse(line)));
}

export function readRecordings(root = RECORDINGS): Recording[] {
  if (!existsSync(root)) return [];
  return readdirSync(root).flatMap((folder) => recordingIn(join(root, folder)) ?? []);
}

/** Merges recordings of the same stage whose tables and buckets have the same names. */
export function oneForEachStage(all: readonly Recording[]): Recording[] {
  const groups = Map.groupBy(all, ({ stage, names }) => JSON.stringify([stage, names]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const names = new Set(group.flatMap(({ calls }) => [...calls.keys()]));
    const calls = [...names].map((name) => [name, group.flatMap((it) => it.calls.get(name) ?? [])] as const);
    return first ? [{ ...first, calls: new Map(calls) }] : [];
  });
}
