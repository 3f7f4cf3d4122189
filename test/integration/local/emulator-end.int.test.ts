import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createProbeStack, probeClient, probeFunction } from './probe-stack.ts';
import { accepts, isRunning, runningWith } from './running.ts';

const PARENT = fileURLToPath(new URL('programs/emulator-parent.ts', import.meta.url));
const announced = z.object({ url: z.string(), pid: z.number(), folder: z.string() });

test.each(['SIGINT', 'SIGKILL'] as const)(
  'after %s of its starter the emulator, its workers, its port and its folder are gone',
  async (signal) => {
    const parent = spawn(process.execPath, [PARENT], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const { url, pid, folder } = announced.parse(JSON.parse(z.string().parse(line)));
    await createProbeStack(url, 'probe', { F: probeFunction('probe', 'exports.handler = async () => ({})') });
    await new LambdaClient(probeClient(url)).send(new InvokeCommand({ FunctionName: 'probe' }));
    expect(runningWith(folder)).not.toEqual([]); // a warm worker process runs
    expect(readdirSync(folder)).not.toEqual([]);

    parent.kill(signal);

    await once(parent, 'exit');
    // Polls processes, port and folder until all are gone. A killed process releases its port only when its last thread
    // ends.
    const left = async () => ({
      running: [pid, ...runningWith(folder)].filter(isRunning),
      port: await accepts(Number(new URL(url).port)),
      folder: existsSync(folder),
    });
    const nothing = { running: [], port: false, folder: false };
    await expect.poll(left, { interval: 20, timeout: 15_000 }).toEqual(nothing);
    rmSync(dirname(folder), { recursive: true, force: true });
  },
  30_000,
);
