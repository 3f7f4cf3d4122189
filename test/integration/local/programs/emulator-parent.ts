import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '#infra/local/emulator/emulator';
import { runCommand } from '#infra/local/run-command';

const home = process.env.PADDOCK_HOME ?? '.local';
const runDir = mkdtempSync(join(tmpdir(), 'paddock-test-'));
const emulator = await startEmulator({ home, logDir: join(runDir, 'logs'), runDir });
process.stdout.write(`${JSON.stringify({ url: emulator.url, pid: emulator.pid, folder: join(runDir, 'emulator') })}\n`);
await runCommand({ run: () => new Promise(() => {}), stop: emulator.stop });
