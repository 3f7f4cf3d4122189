import type { Uuid } from '#shared/domain/_core/identifier';
import type { ContentEventType } from '#shared/domain/audit/activity-event';
import { contentUuid } from '#shared/domain/cluster-contents/cluster-content';
import type { KubernetesObject } from '#shared/domain/cluster-contents/kubernetes-object';
import {
  assertOfPeople,
  isSecretName,
  newSecret,
  type SecretPlace,
  type ShownSecret,
  secretAddress,
  secretPatch,
  secretsOf,
  shownSecret,
  withValues,
} from '#shared/domain/cluster-contents/project-secret';
import type { Caller } from '#shared/domain/organizations/caller';
import { Invalid, noMatch } from '#shared/errors';
import { withTimeout } from '../_core/with-timeout.ts';
import { inCallersWords } from './kubernetes-words.ts';
import type { ContentDeps } from './open-content.ts';
import { type OpenProject, openProject } from './open-project.ts';
import { recordedChange } from './recorded-change.ts';
import { referredContent } from './referred-contents.ts';

const SECRET_MS = 10_000;
const TITLE = 'Secret';

/** A change of a secret. `keys` are the keys that the audit event names. Events never contain values of a secret. */
type Change = { eventType: ContentEventType; at: SecretPlace; keys?: readonly string[] };

async function recorded<T>(
  deps: ContentDeps,
  open: OpenProject,
  { eventType, at, keys }: Change,
  work: () => Promise<T>,
) {
  const { namespace, name } = at;
  const uuid = contentUuid(open.cluster.uuid, 'secret', `${namespace}/${name}`);
  const content = { uuid, name, namespaceName: namespace };
  const fields = keys && { keys: { after: [...keys].sort().join(', ') } };
  const event = { eventType, title: TITLE, content, ...(fields && { fields }) };
  return recordedChange(deps, open, event, () => inCallersWords(work()));
}

function assertOfCustomer({ project }: OpenProject): void {
  if (project.isSystem)
    throw new Invalid(['Rancher created this project for its own programs, so its secrets cannot be changed.']);
}

export type NewSecret = { namespaceUuid: Uuid; name: string } & { type: Parameters<typeof newSecret>[1] } & {
  data: Readonly<Record<string, string>>;
};
type Creation = { uuidText: string; parseSecret(): NewSecret };

/** Creates a secret in a namespace of the project. Throws a Conflict (409) if a secret of this name exists. */
export async function createProjectSecret(
  deps: ContentDeps,
  caller: Caller,
  { uuidText, parseSecret }: Creation,
): Promise<ShownSecret> {
  const open = await openProject(deps, caller, uuidText);
  assertOfCustomer(open);
  const { namespaceUuid: uuid, name, type, data } = parseSecret();
  const found = await referredContent(deps, caller, { uuid, kind: 'NAMESPACE', field: 'namespace' });
  if (found.rancherProjectUuid !== open.project.uuid) {
    throw new Invalid({ namespace: ['Namespace should be related to the same project.'] });
  }
  const at = { namespace: found.name, name };
  const { rancher, cluster } = open;
  const change = { eventType: 'cluster_content_created', at, keys: Object.keys(data) } as const;
  return withTimeout(SECRET_MS, async () => {
    const make = () => rancher.createObject(cluster.backendId, secretsOf(at.namespace), newSecret(at, type, data));
    return shownSecret(at, await recorded(deps, open, change, make));
  });
}

/** Identifies a secret. `uuidText` is the uuid of the secret's project, as text from the URL. */
export type NamedSecret = SecretPlace & { uuidText: string };
type OpenSecret = { open: OpenProject; at: SecretPlace };

async function openSecret(deps: ContentDeps, caller: Caller, named: NamedSecret): Promise<OpenSecret> {
  const open = await openProject(deps, caller, named.uuidText);
  assertOfCustomer(open);
  const { namespace, name } = named;
  if (!isSecretName(name)) throw noMatch(TITLE);
  const { uuid: clusterUuid } = open.cluster;
  const uuid = contentUuid(clusterUuid, 'namespace', namespace);
  const found = await deps.store.contents.findInCluster(clusterUuid, 'NAMESPACE', uuid);
  if (found?.rancherProjectUuid !== open.project.uuid) throw noMatch(TITLE);
  return { open, at: { namespace, name } };
}

/**
 * Reads the secret from the cluster. Throws NotFound if the secret does not exist, and Conflict if a program owns the
 * secret.
 */
async function present({ open: { rancher, cluster }, at }: OpenSecret): Promise<KubernetesObject> {
  const found = await rancher.findObject(cluster.backendId, secretAddress(at));
  if (found === undefined) throw noMatch(TITLE);
  assertOfPeople(found);
  return found;
}

type Update = NamedSecret &
  ({ parseValues(): Readonly<Record<string, string>> } | { parseChange(): Parameters<typeof secretPatch>[0] });

/**
 * Changes a secret. With `parseValues`, the parsed values replace all values of the secret, so other keys are removed.
 * With `parseChange`, only the parsed values change.
 */
export async function updateProjectSecret(deps: ContentDeps, caller: Caller, update: Update): Promise<ShownSecret> {
  const named = await openSecret(deps, caller, update);
  const { open, at } = named;
  const { rancher, cluster } = open;
  const values = 'parseValues' in update ? update.parseValues() : undefined;
  const patch = 'parseChange' in update ? update.parseChange() : {};
  const keys = Object.keys(values ?? patch);
  return withTimeout(SECRET_MS, async () => {
    const before = await present(named);
    const address = secretAddress(at);
    const write = () =>
      values
        ? rancher.replaceObject(cluster.backendId, address, withValues(before, values))
        : rancher.patchObject(cluster.backendId, address, secretPatch(patch));
    return shownSecret(at, await recorded(deps, open, { eventType: 'cluster_content_updated', at, keys }, write));
  });
}

export async function deleteProjectSecret(deps: ContentDeps, caller: Caller, secret: NamedSecret): Promise<void> {
  const named = await openSecret(deps, caller, secret);
  const { open, at } = named;
  await withTimeout(SECRET_MS, async () => {
    await present(named);
    const remove = () => open.rancher.deleteObject(open.cluster.backendId, secretAddress(at));
    await recorded(deps, open, { eventType: 'cluster_content_deleted', at }, remove);
  });
}
