#!/usr/bin/env node
import { EXIT } from './command-error.ts';
import { failureOf } from './failure.ts';
import { processIo } from './io/process-io.ts';
import { safeIo } from './io/safe-io.ts';
import { paddock } from './program.ts';

/** The command line `paddock`. `npm ci` links this file as `npx paddock`. Users install the bundle. */
const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The pipe breaks, for example, in `paddock list | head -1`, where `head` stops reading.
    if (error.code === 'EPIPE') process.exit(EXIT.brokenPipe);
    throw error;
  });
const io = processIo(interrupted.signal);
try {
  await paddock(io).parseAsync();
} catch (error) {
  const { code, lines } = failureOf(error);
  for (const line of lines) safeIo(io).err(`${line}\n`);
  process.exitCode = code;
}
