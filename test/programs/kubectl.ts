import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installedTool } from './installed-tool.ts';

const TIMEOUT_MS = 20_000;
export const KUBECTL = installedTool('kubectl', 'kubernetes-client');

export interface KubectlAnswer {
  code: number | null;
  stdout: string;
  stderr: string;
}
/**
 * `args` holds the arguments in one text, separated by blanks. `manifest` is the standard input, for `-f -`. `variables`
 * are set in the environment.
 */
export type Kubectl = (
  args: string,
  manifest?: string,
  variables?: Readonly<Record<string, string>>,
) => Promise<KubectlAnswer>;

/**
 * Runs the real `kubectl` with this kubeconfig, and without the user's own settings. `close` removes the written files.
 */
export function kubectlWith(kubeconfig: string): { kubectl: Kubectl; close(): void } {
  const home = mkdtempSync(join(tmpdir(), 'paddock-kubectl-'));
  writeFileSync(join(home, 'kubeconfig'), kubeconfig, { mode: 0o600 });
  const env = { PATH: process.env.PATH, HOME: home, KUBECONFIG: join(home, 'kubeconfig') };
  return {
    async kubectl(args, manifest = '', variables = {}) {
      const child = spawn(KUBECTL ?? 'kubectl', args.split(' '), {
        ...{ env: { ...env, ...variables }, timeout: TIMEOUT_MS },
      });
      child.stdin.end(manifest);
      const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { code, stdout, stderr };
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}
