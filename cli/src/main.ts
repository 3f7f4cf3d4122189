import { failureOf } from './failure.ts';
import { processIo } from './io/process-io.ts';
import { paddock } from './program.ts';

/** The command line `paddock`. */
const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
const io = processIo(interrupted.signal);
try {
  await paddock(io).parseAsync();
} catch (error) {
  const { code, lines } = failureOf(error);
  for (const line of lines) io.err(`${line}\n`);
  process.exitCode = code;
}
