import { commands } from './commands.ts';
import { runWords } from './run-pipeline.ts';
import { runScript } from './run-script.ts';
import type { Interpreter } from './shell.ts';

/** The shell of a simulated machine. Scripts are interpreted and never executed on the host. */
export const interpreter: Interpreter = { commands, runScript, runWords };
