import { join } from 'node:path';
import { ROOT } from '../config/stage-file.ts';
import { runToEnd } from '../local/run-to-end.ts';

/**
 * Builds the console's files, which takes two seconds, and returns their folder.
 * @throws OperatorError with the path of the log
 */
export async function buildConsole(logDir: string, signal?: AbortSignal): Promise<string> {
  await runToEnd({
    name: 'building the console',
    command: process.execPath,
    args: [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', 'console'],
    // React is built for production only if NODE_ENV is `production`. The environment of a test, for example, has
    // another value.
    env: { ...process.env, NODE_ENV: 'production' },
    cwd: ROOT,
    logFile: join(logDir, 'console.log'),
    timeoutMs: 120_000,
    onFailure: 'the log has the file that Vite could not bundle',
    ...(signal && { signal }),
  });
  return join(ROOT, 'console', 'dist');
}
