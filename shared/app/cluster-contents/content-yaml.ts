import { type ActingRole, requireActingRole } from '#shared/domain/cluster-access/acting-role';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { contentTypeOf } from '#shared/domain/cluster-contents/content-type';
import { parseReplacement, writeObject } from '#shared/domain/cluster-contents/content-yaml';
import { addressOf, type KubernetesObject, keysOf } from '#shared/domain/cluster-contents/kubernetes-object';
import { differenceOf } from '#shared/domain/cluster-contents/object-difference';
import { reservedChanges, reservedChangesProblem } from '#shared/domain/cluster-contents/reserved-names';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { Invalid, noMatch } from '#shared/errors';
import { withTimeout } from '../_core/with-timeout.ts';
import { inCallersWords } from './kubernetes-words.ts';
import {
  type ContentCollection,
  type ContentDeps,
  type OpenContent,
  openAsCaller,
  openContent,
  visibleContent,
} from './open-content.ts';
import { recordContent } from './record-content.ts';
import { recordedChange } from './recorded-change.ts';

const YAML_MS = 10_000;

const present = ({ rancher, cluster, content }: OpenContent): Promise<KubernetesObject | undefined> =>
  rancher.findObject(cluster.backendId, addressOf(content));

/** Reads an object from its cluster and returns it as YAML. Throws 404 if the cluster no longer has the object. */
export async function showYaml(deps: ContentDeps, caller: Caller, collection: ContentCollection, uuidText: string) {
  const content = await visibleContent(deps, caller, collection, uuidText);
  assertPermitted(caller, 'content.see_yaml', content);
  const open = await openAsCaller(deps, caller, await deps.store.clusters.get(content.clusterUuid));
  const found = await withTimeout(YAML_MS, () => present({ ...open, content }));
  if (found === undefined) throw noMatch(collection.model);
  return writeObject(found);
}

type Put = {
  uuidText: string;
  isDryRun: boolean;
  /** Parses the body. Called after all other checks. */
  parseYaml(): string;
};
/**
 * `yaml` is the object after the change. `changes` is the difference from the object before the change
 * (`object-difference.ts`).
 */
type Replaced = { yaml: string; changes: string };

/**
 * Replaces an object with the object in the YAML text. Fields that are not in the text are removed. If the text has an
 * old `resourceVersion`, Kubernetes refuses the change.
 */
export async function replaceYaml(
  deps: ContentDeps,
  caller: Caller,
  collection: ContentCollection,
  { uuidText, isDryRun, parseYaml }: Put,
): Promise<Replaced> {
  const open = await openContent(deps, caller, collection, uuidText);
  const object = parseReplacement(open.content, parseYaml());
  return withTimeout(YAML_MS, async () => {
    const before = await present(open);
    if (before === undefined) throw noMatch(collection.model);
    assertReservedStay(requireActingRole(caller, open.cluster), before, object);
    const after = await written(deps, open, { title: collection.model, object, isDryRun });
    return { yaml: writeObject(after), changes: differenceOf(before, after) };
  });
}

/** Throws Invalid if the text changes labels or annotations by which Rancher decides about rights. */
function assertReservedStay(role: ActingRole, before: KubernetesObject, after: KubernetesObject): void {
  const change = { before: keysOf(before), after: keysOf(after), isReplacement: true };
  const problem = reservedChangesProblem(reservedChanges(change, role));
  if (problem !== undefined) throw new Invalid({ yaml: [problem] });
}

type Writing = { title: string; object: KubernetesObject; isDryRun: boolean };
async function written(deps: ContentDeps, open: OpenContent, { title, object, isDryRun }: Writing) {
  const { rancher, cluster, content } = open;
  const put = (dryRun: boolean) =>
    inCallersWords(rancher.replaceObject(cluster.backendId, addressOf(content), object, { dryRun }));
  if (isDryRun) return put(true);
  const after = await recordedChange(deps, open, { eventType: 'cluster_content_updated', title, content }, () =>
    put(false),
  );
  await recordContent(deps, open, idOf(content));
  return after;
}

const idOf = (content: ClusterContent) => ({ type: contentTypeOf(content), backendId: content.backendId });
