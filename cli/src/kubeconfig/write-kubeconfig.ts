import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { dataOf, type Kubeconfig as KubeconfigAnswer } from '@paddock/client';
import { parse, stringify } from 'yaml';
import { CommandError, EXIT } from '../command-error.ts';
import type { Session } from '../config/session.ts';
import { type Kubeconfig, kubeconfigOf, merged } from './merge.ts';

type Target = { uuid: string; name: string };

/** Asks for a new kubeconfig of a cluster. Each one is a credential of its own, which expires. */
export const readKubeconfig = ({ api }: Session, { uuid }: Target, ttl?: number): Promise<KubeconfigAnswer> =>
  dataOf(
    api.POST('/api/rancher-clusters/{uuid}/kubeconfig/', {
      params: { path: { uuid } },
      body: ttl === undefined ? {} : { ttl },
    }),
  );

/** The file that `kubectl` uses: the first one of `$KUBECONFIG`, or `~/.kube/config`. */
export const kubeconfigPath = ({ KUBECONFIG, HOME }: Session['io']['env']): string =>
  KUBECONFIG?.split(delimiter).find((path) => path !== '') ?? join(HOME || homedir(), '.kube', 'config');

/** Adds a cluster to the user's kubeconfig, and makes it the current context. */
export async function mergeKubeconfig(session: Session, target: Target, ttl?: number): Promise<void> {
  const path = kubeconfigPath(session.io.env);
  const present = await readFile(path, 'utf8').catch(noFile);
  const base = present === undefined ? { ...EMPTY } : kubeconfigOf(parse(present) ?? EMPTY);
  if (base === undefined)
    throw new CommandError(`${path} is no kubeconfig.`, EXIT.failed, 'Use --write <path> for another file.');
  const { config, expires_at } = await readKubeconfig(session, target, ttl);
  const added = kubeconfigOf(parse(config));
  if (added === undefined)
    throw new CommandError('Paddock answered with something that is no kubeconfig.', EXIT.failed);
  await writePrivately(path, stringify(merged(base, added), { lineWidth: 0 }));
  session.io.err(
    `${path} has the context ${added['current-context']} until ${expires_at}. Try \`kubectl get nodes\`.\n`,
  );
}

const EMPTY: Kubeconfig = { apiVersion: 'v1', kind: 'Config', clusters: [], users: [], contexts: [] };

/** Writes a file that only its owner may read, as a whole. */
export async function writePrivately(path: string, text: string | Uint8Array): Promise<void> {
  const written = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(written, text, { mode: 0o600 });
  await rename(written, path);
}

function noFile(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
