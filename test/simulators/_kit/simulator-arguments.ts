import { UsageError } from './simulator-definition.ts';

export interface SimulatorArguments {
  name: string;
  /** 0 = any free port. */
  port: number;
  /** The simulator ends when stdin closes, so that a killed parent leaves nothing running. */
  exitWithParent: boolean;
  /** The simulator's own flags, untouched. */
  rest: string[];
}

/** @throws UsageError for bad arguments */
export function simulatorArguments(args: string[], available: string[]): SimulatorArguments {
  const [name = '', ...flags] = args;
  if (!available.includes(name)) {
    throw new UsageError(
      `Name one simulator, then its flags: <${available.join('|')}> [--port N] [--exit-with-parent].`,
    );
  }
  const parsed: SimulatorArguments = { name, port: 0, exitWithParent: false, rest: [] };
  for (let at = 0; at < flags.length; at += 1) {
    const flag = flags[at] ?? '';
    if (flag === '--exit-with-parent') parsed.exitWithParent = true;
    else if (flag === '--port') parsed.port = portOf(flags[++at]);
    else parsed.rest.push(flag);
  }
  return parsed;
}

function portOf(text = ''): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--port wants a number from 0 to 65535, not "${text}".`);
  return port;
}
