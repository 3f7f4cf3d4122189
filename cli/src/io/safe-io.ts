import { colored } from '../output/colors.ts';
import { printable } from '../output/printable.ts';
import type { Io } from './io.ts';

/** All output of the command line goes through these functions, so no text of others reaches the terminal as it is. */
export const safeIo = (io: Io): Io => ({
  ...io,
  out: (text, style) => io.out(style === 'states' && io.colors ? colored(printable(text)) : printable(text)),
  err: (text) => io.err(printable(text)),
  ask: (question) => io.ask(printable(question)),
});
