import { isDeepStrictEqual } from 'node:util';
import { isRecord } from './kubernetes-objects.ts';

/**
 * For each list field, the possible key fields of its members. The key is the first of these fields that all members of
 * the patch have, not counting members with `$patch`. Members with the same key are merged. Any list without a key is
 * replaced as a whole, except the lists in `SETS`.
 */
const MERGE_KEYS: Record<string, readonly string[]> = {
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  env: ['name'],
  volumes: ['name'],
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
  ports: ['containerPort', 'port'],
  conditions: ['type'],
  imagePullSecrets: ['name'],
  secrets: ['name'],
  ownerReferences: ['uid'],
  hostAliases: ['ip'],
  taints: ['key'],
};
/** Lists of plain values to which a patch adds values. */
const SETS = ['finalizers'];
const ORDER = '$setElementOrder/';
const WITHOUT = '$deleteFromPrimitiveList/';

/** Kubernetes' strategic merge patch: like a merge patch, but members of lists are merged by their keys. */
export function strategicMerge(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  if (patch.$patch === 'replace') return withoutDirectives(patch);
  if (patch.$patch === 'delete') return undefined;
  const merged: Record<string, unknown> = { ...(isRecord(target) && target) };
  for (const [key, value] of Object.entries(patch)) mergeField(merged, key, value);
  const { $retainKeys: kept } = patch;
  if (!Array.isArray(kept)) return merged;
  return Object.fromEntries(Object.entries(merged).filter(([key]) => kept.includes(key)));
}

function mergeField(merged: Record<string, unknown>, key: string, value: unknown): void {
  if (key.startsWith(ORDER) || key === '$retainKeys') return;
  if (key.startsWith(WITHOUT)) {
    const field = key.slice(WITHOUT.length);
    merged[field] = listOf(merged[field]).filter((one) => !listOf(value).includes(one));
  } else if (value === null) delete merged[key];
  else if (Array.isArray(value)) merged[key] = mergeList(key, listOf(merged[key]), value);
  else merged[key] = strategicMerge(merged[key], value);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function withoutDirectives(patch: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !key.startsWith('$')));
}

function mergeList(field: string, old: unknown[], patch: unknown[]): unknown[] {
  if (SETS.includes(field)) return [...old, ...patch.filter((one) => !old.includes(one))];
  const members = patch.filter(isRecord);
  const key = MERGE_KEYS[field]?.find((one) => members.every((member) => one in member || '$patch' in member));
  if (key === undefined || members.length < patch.length) return patch;
  if (members.some((member) => member.$patch === 'replace')) {
    return members.filter((member) => !('$patch' in member));
  }
  let merged: unknown[] = [...old];
  for (const member of members) {
    const index = merged.findIndex((one) => isRecord(one) && isDeepStrictEqual(one[key], member[key]));
    if (member.$patch === 'delete') merged = merged.filter((_one, at) => at !== index);
    else if (index < 0) merged.push(member);
    else merged[index] = strategicMerge(merged[index], member);
  }
  return merged;
}
