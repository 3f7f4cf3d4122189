import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { dataOf, type Kubeconfig as KubeconfigAnswer } from '@paddock/client';
import type { Document } from 'yaml';
import { CommandError, EXIT } from '../command-error.ts';
import type { Session } from '../config/session.ts';
import { ifFile } from '../io/if-file.ts';
import { withLock } from '../io/with-lock.ts';
import { resolveOwnFile, writePrivateFile } from '../io/write-private-file.ts';
import { addCluster, parseKubeconfig } from './merge.ts';

type Target = { uuid: string; name: string };

/** Requests a new kubeconfig of a cluster. Each kubeconfig has a credential of its own, which expires. */
export const readKubeconfig = ({ api }: Session, { uuid }: Target, ttl?: number): Promise<KubeconfigAnswer> =>
  dataOf(
    api.POST('/api/rancher-clusters/{uuid}/kubeconfig/', {
      params: { path: { uuid } },
      body: ttl === undefined ? {} : { ttl },
    }),
  );

/** The file that `kubectl` uses: the first path in `$KUBECONFIG`, or `~/.kube/config`. */
export const kubeconfigPath = ({ KUBECONFIG, HOME }: Session['io']['env']): string =>
  KUBECONFIG?.split(delimiter).find((path) => path !== '') ?? join(HOME || homedir(), '.kube', 'config');

/** Lists are not indented and lines are not broken, as in the files that `kubectl` writes. */
const AS_KUBECTL = { indentSeq: false, lineWidth: 0 } as const;

/** Adds a cluster to the user's kubeconfig, and selects its context. */
export async function mergeKubeconfig(session: Session, target: Target, ttl?: number): Promise<void> {
  const path = kubeconfigPath(session.io.env);
  // Reads the existing file first. If it cannot be read or written, no credential is requested.
  await resolveOwnFile(path);
  await readPresent(path);
  const { config, expires_at } = await readKubeconfig(session, target, ttl);
  const added = parseKubeconfig(config);
  if (added === undefined) throw new CommandError('The answer of Paddock is not a kubeconfig.', EXIT.failed);
  const context = await withLock(path, async () => {
    const present = await readPresent(path);
    const current = addCluster(present, added, target);
    await writePrivateFile(path, present.toString(AS_KUBECTL));
    return current;
  });
  session.io.err(`${path} has the context ${context} until ${expires_at}. Try \`kubectl get nodes\`.\n`);
}

/** Reads the existing kubeconfig. A missing file counts as empty, as in `kubectl`. */
async function readPresent(path: string): Promise<Document> {
  const present = parseKubeconfig((await ifFile(readFile(path, 'utf8'))) ?? '');
  if (present !== undefined) return present;
  throw new CommandError(`${path} is not a kubeconfig.`, EXIT.failed, 'Use --write <path> to write to another file.');
}
