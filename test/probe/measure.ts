import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startControlServer } from './control-server.ts';
import { wrapFunctions } from './wrap-functions.ts';

/** `node test/probe/measure.ts`: what the probe adds to an invocation of a function that does nothing. */
const INVOCATIONS = 2000;
type Handler = (event: object, context: object) => Promise<unknown>;

async function wrapped(url: string, asks: boolean): Promise<{ handler: Handler; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-probe-'));
  const file = join(folder, 'nothing', 'index.mjs');
  await mkdir(join(folder, 'nothing'));
  await writeFile(file, 'export const handler = async () => {};');
  await wrapFunctions({ url, asks })(folder);
  const { handler } = await import(pathToFileURL(file).href);
  return { handler, remove: () => rm(folder, { recursive: true }) };
}

const control = await startControlServer();
for (const asks of [false, true]) {
  const { handler, remove } = await wrapped(control.url, asks);
  const took: number[] = [];
  for (let nth = 0; nth < INVOCATIONS; nth += 1) {
    const began = performance.now();
    await handler({ step: 'none', input: {} }, { awsRequestId: `${asks}-${nth}` });
    took.push(performance.now() - began);
    if (nth % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 20)); // lets the client send its batch of reports
  }
  took.sort((a, b) => a - b);
  const at = (part: number) => `${took[Math.floor(took.length * part)]?.toFixed(3)} ms`;
  process.stdout.write(`asks ${asks}: p50 ${at(0.5)}, p95 ${at(0.95)}\n`);
  await remove();
}
await control.stop();
