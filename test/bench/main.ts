import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { ownFolder, removeFolder } from '#infra/local/process-groups';
import { progressSince } from '#infra/local/progress';
import { runCommand } from '#infra/local/run-command';
import { undoStack } from '#infra/local/undo-stack';
import { benchArguments, chosenParts } from './bench-arguments.ts';
import { type Figure, type Result, resultOf } from './figure.ts';
import { figureTable } from './figure-table.ts';
import type { Part } from './part.ts';
import { commandOf, PARTS } from './parts.ts';
import { mergedResults, RESULTS, readResults, writeMachine, writeResults } from './results-file.ts';

/** `npm run bench`: the figures of the design's section 6, measured on this machine. */
const interrupted = new AbortController();
const undo = undoStack();

async function runPart(part: Part, timeScale: number, tell: (line: string) => void): Promise<Figure[]> {
  const runDir = mkdtempSync(join(tmpdir(), 'paddock-bench-'));
  ownFolder(runDir);
  const own = undoStack();
  undo.push(own.undo);
  own.push(() => removeFolder(runDir));
  const place = { home: localHome(), logDir: join(localLogDir('bench'), part.name), runDir };
  try {
    return await part.run({ ...place, signal: interrupted.signal, timeScale, tell, undoLater: own.push });
  } finally {
    await own.undo();
  }
}

async function bench(): Promise<void> {
  const args = benchArguments(process.argv.slice(2));
  const parts = chosenParts(PARTS, args);
  if (args.list) return console.log(parts.map(({ name, about }) => `${name.padEnd(10)} ${about}`).join('\n'));
  const figures: Figure[] = [];
  const results: Result[] = [];
  const tell = progressSince(Date.now(), console.log);
  for (const part of parts) {
    tell(`${part.name}: ${part.about}`);
    writeMachine(commandOf(part), new Date());
    const found = await runPart(part, args.scale, (line) => tell(`${part.name}: ${line}`));
    figures.push(...found);
    results.push(...found.map((figure) => resultOf(figure, commandOf(part))));
    writeResults(mergedResults(readResults(), results, PARTS.map(commandOf)));
  }
  console.log(`\n${figureTable(figures)}\n\nresults in ${RESULTS}`);
}

await runCommand({
  run: bench,
  stop: async () => {
    interrupted.abort();
    await undo.undo();
  },
});
