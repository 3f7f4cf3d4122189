import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Endpoints } from '#infra/local/endpoints';
import { STAGE } from './deployed-stack.ts';

/** `npm run redrive` on the deployed stage, as an operator runs it. */
export async function redrive({ aws }: Endpoints, ...flags: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['infra/ops/redrive.ts', '--stage', STAGE, ...flags], {
    env: { ...process.env, AWS_ENDPOINT_URL: aws },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, said: out + err };
}
