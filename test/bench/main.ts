import { progressSince } from '#infra/local/local-cloud';
import { runCommand } from '#infra/local/run-command';
import { undoStack } from '#infra/local/undo-stack';
import { benchArguments, chosenParts } from './bench-arguments.ts';
import { type Figure, type Result, resultOf } from './figure.ts';
import { figureTable } from './figure-table.ts';
import { currentCommit, digestOf } from './measured-code.ts';
import { olderFigures } from './older-figures.ts';
import { commandOf, PARTS } from './parts.ts';
import { machineOf, mergedResults, RESULTS, readResults, writeMachine, writeResults } from './results-file.ts';
import { runPart } from './run-part.ts';

/** `npm run bench`: measures the figures of docs/spec/design.md#figures on this machine. */
const interrupted = new AbortController();
const undo = undoStack();

async function bench(): Promise<void> {
  const args = benchArguments(process.argv.slice(2));
  const parts = chosenParts(PARTS, args);
  if (args.list) return console.log(parts.map(({ name, about }) => `${name.padEnd(10)} ${about}`).join('\n'));
  if (args.older) return console.log(olderFigures().join('\n'));
  const isKept = !args.small;
  const figures: Figure[] = [];
  const results: Result[] = [];
  const progress = progressSince(Date.now(), console.log);
  for (const part of parts) {
    progress(`${part.name}: ${part.about}`);
    const [command, commit] = [commandOf(part), currentCommit(part.measures)];
    const machine = machineOf({ commit, code: digestOf(part.measures) }, new Date());
    const found = await runPart(part, {
      ...{ signal: interrupted.signal, timeScale: args.scale, isSmall: args.small },
      progress: (line) => progress(`${part.name}: ${line}`),
      undoLater: undo.push,
    });
    figures.push(...found);
    results.push(...found.map((figure) => resultOf(figure, { command, commit })));
    if (!isKept) continue;
    writeMachine(command, machine);
    writeResults(mergedResults(readResults(), results, PARTS.map(commandOf)));
  }
  console.log(`\n${figureTable(figures)}\n\n${isKept ? `results in ${RESULTS}` : 'a small run: nothing is kept'}`);
}

await runCommand({
  run: bench,
  stop: async () => {
    interrupted.abort();
    await undo.undo();
  },
});
