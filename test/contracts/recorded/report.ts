import { parseArgs } from 'node:util';
import type { Difference } from './compare-answers.ts';
import { tableText } from './fact-table.ts';
import { LEFT_OUT } from './left-out.ts';
import { readRecordings } from './recording.ts';
import { replayGroup } from './replay.ts';

/**
 * Prints the differences between the recording and the simulator. `--group 2` and `--ids 184-230` select exchanges, and
 * `--verbose` prints all differences. With `--facts`, prints instead how many facts of `fact-table.ts` have evidence,
 * and which have none.
 */
const { values } = parseArgs({
  options: {
    ...{ group: { type: 'string' }, ids: { type: 'string' } },
    ...{ verbose: { type: 'boolean', default: false }, facts: { type: 'boolean', default: false } },
  },
});
const [from = 0, to = Number.POSITIVE_INFINITY] = (values.ids ?? '').split('-').filter(Boolean).map(Number);
const last = values.ids?.includes('-') ? to : from || to;
const { played, judged } = readRecordings();
const isJudged = new Set(judged.map(({ id }) => id));
const groups = values.facts ? [] : (values.group?.split(',') ?? [...new Set(judged.map(({ group }) => group))].sort());
if (values.facts) process.stdout.write(tableText());
const show = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, values.verbose ? 2000 : 160);
const line = ({ at, recorded, answered }: Difference): string =>
  `      ${at}: ${show(recorded)} <> ${show(answered)}\n`;

for (const group of groups) {
  const results = (await replayGroup(group, played))
    .filter(({ exchange }) => isJudged.has(exchange.id))
    .toSorted((a, b) => a.exchange.id - b.exchange.id);
  const different = results.filter(({ differences }) => differences.length > 0);
  const failed = different.filter(({ exchange }) => !LEFT_OUT.has(exchange.id));
  for (const { exchange, differences } of failed) {
    const { id, as, method, path, query, note, line: timeLine } = exchange;
    if (id < from || id > last) continue;
    process.stdout.write(
      `${id} ${as} ${method} ${path}${query && `?${query}`} (${[timeLine, note].filter(Boolean).join('; ')})\n`,
    );
    for (const difference of values.verbose ? differences : differences.slice(0, 4))
      process.stdout.write(line(difference));
  }
  process.stdout.write(
    `group ${group}: ${results.length - different.length} of ${results.length} alike, ${different.length - failed.length} left out\n`,
  );
}
