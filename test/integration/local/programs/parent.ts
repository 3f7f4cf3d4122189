import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownFolder } from '#infra/local/process-groups';
import { startProcess } from '#infra/local/processes';
import { runCommand } from '#infra/local/run-command';

/**
 * A program with child processes and a folder. A signal ends the program. With the argument `crash`, an error in the
 * program ends it.
 */
const folder = mkdtempSync(join(tmpdir(), 'paddock-test-'));
ownFolder(folder);
const family = await startProcess({
  name: 'the family',
  command: process.execPath,
  args: [fileURLToPath(new URL('listening-family.mjs', import.meta.url))],
  logFile: join(folder, 'family.log'),
});
family.onLine((line) => {
  process.stdout.write(`${JSON.stringify({ ...JSON.parse(line), folder })}\n`);
  if (process.argv[2] === 'crash') setImmediate(() => Promise.reject(new Error('a bug')));
});
await runCommand({ run: () => new Promise(() => {}), stop: family.stop });
