import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/**
 * Runs a command of `infra/ops` against an emulator as an operator does, in a shell without Paddock's variables.
 * @param aws address of the emulator
 */
export async function runOps(
  aws: string,
  command: string,
  ...flags: string[]
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [`infra/ops/${command}.ts`, ...flags], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, AWS_ENDPOINT_URL: aws },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, said: out + err };
}
