import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * One request to a real Rancher and its answer. A group of exchanges was recorded in one or more parts (`part`).
 * `at_ms` is the number of milliseconds since the start of the part. A `reduced` answer keeps only some fields, a few
 * of them under other names. `line` marks polls. Of the polls, the recorder kept only answers that differ from the
 * previous one.
 */
const exchange = z.object({
  ...{ id: z.number(), group: z.string(), part: z.string().default('a'), at_ms: z.number() },
  ...{ as: z.string(), method: z.string(), path: z.string(), query: z.string(), status: z.number() },
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
  answer_headers: z.record(z.string(), z.string()).default({}),
  answer: z.unknown(),
  note: z.string().default(''),
  reduced: z.boolean().default(false),
  line: z.string().default(''),
});
export type Exchange = z.infer<typeof exchange>;

/**
 * Names with a random ending. Rancher generates a new ending each time, and the recorder did not replace the names. So
 * placeholders replace them when the recording is read.
 */
const DRAWN =
  /\b(crt|rec-gen|gen|cluster-serviceaccounttoken|cattle-cluster-agent-[0-9a-f]{8,10})-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;
/**
 * Values that placeholders replace. In the recording, a separate API server took the place of the cluster's own server.
 * The separate server always showed its own Kubernetes version, not the version that was requested for the cluster.
 */
const OF_THE_PLAYED: readonly (readonly [RegExp, string])[] = [
  [/"v1\.36\.3"/g, '"{release}"'],
  [/"1\.36\.3"/g, '"{release number}"'],
  [/"(minor|emulationMinor|minCompatibilityMinor)":\s*"3[56]"/g, '"$1":"{minor}"'],
  [/"gitCommit":\s*"\$Format:%H\$"/g, '"gitCommit":"{commit}"'],
  [/"gitTreeState":\s*""/g, '"gitTreeState":"{tree state}"'],
  [/"platform":\s*""/g, '"platform":"{platform}"'],
  [/"(io\.cattle\.agent\.registration-token-hash)":\s*"[0-9a-f]{10}"/g, '"$1":"{token hash}"'],
];

function withPlaceholders(lines: string): string {
  const known = new Map<string, string>();
  const named = lines.replace(DRAWN, (name, prefix: string) => {
    const placeholder = known.get(name) ?? `${prefix}-{drawn-${known.size + 1}}`;
    known.set(name, placeholder);
    return placeholder;
  });
  return OF_THE_PLAYED.reduce((text, [pattern, placeholder]) => text.replace(pattern, placeholder), named);
}

const OWN = fileURLToPath(new URL('./rancher-2.15.0.jsonl', import.meta.url));
const given = process.env.PADDOCK_RECORDED;
export const isOwnRecording = given === undefined;

/** The exchanges in the order of their ids. Actions outside Rancher are left out. */
function exchangesOf(text: string): Exchange[] {
  const rows: unknown[] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const exchanges = rows.flatMap((row) => exchange.safeParse(row).data ?? []);
  return [...new Map(exchanges.map((it) => [it.id, it])).values()].sort((a, b) => a.id - b.id);
}

/**
 * Reads the exchanges to replay and the exchanges to compare. `PADDOCK_RECORDED` may name a file with more exchanges,
 * which need objects of the main recording. All exchanges are replayed in the order of their ids.
 */
export function readRecordings(): { played: Exchange[]; judged: Exchange[] } {
  const texts = [OWN, given].flatMap((file) => (file === undefined ? [] : readFileSync(file, 'utf8')));
  const played = exchangesOf(withPlaceholders(texts.join('\n')));
  if (isOwnRecording) return { played, judged: played };
  const asked = new Set(exchangesOf(texts.at(-1) ?? '').map(({ id }) => id));
  return { played, judged: played.filter(({ id }) => asked.has(id)) };
}
