import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startableHaproxy } from './haproxy.ts';
import { type Log, relayOf } from './relay.ts';
import { readSettings } from './settings.ts';

const log: Log = (message, fields) =>
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), message, ...fields })}\n`);

const settings = readSettings(process.env);
mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
const haproxy = startableHaproxy(settings);
const relay = relayOf(settings, haproxy, log);
const stopped = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.abort());
void haproxy.ended.then(() => {
  log('HAProxy has ended.');
  process.exitCode = 1;
  stopped.abort();
});

while (!stopped.signal.aborted) {
  await relay.round();
  await pause(settings.intervalMs, undefined, { signal: stopped.signal }).catch(() => undefined);
}
await haproxy.stop();
