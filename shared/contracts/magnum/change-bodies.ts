import { z } from 'zod';
import { Invalid } from '#shared/errors';
import { integer, optional, text } from '../rest/_core/fields.ts';
import { knownFields } from '../rest/_core/known-fields.ts';
import { parseBody } from '../rest/_core/parse-body.ts';
import { parseJsonPatch } from './json-patch.ts';
import { labelTexts } from './label-texts.ts';

const MAX_NAME = 255;
const MAX_BATCH = 50;

const upgrade = knownFields(
  z.object({
    cluster_template: text(MAX_NAME),
    max_batch_size: optional(integer(1, MAX_BATCH)),
    nodegroup: optional(text(MAX_NAME)),
  }),
);

/**
 * Reads the body of an upgrade. Throws Invalid if the body is not valid or names a node group. Only a whole cluster can
 * be upgraded.
 */
export function parseMagnumUpgrade(body: unknown): { template: string; maxBatchSize: number | undefined } {
  const { cluster_template: template, max_batch_size, nodegroup } = parseBody(upgrade, body);
  if (nodegroup) throw new Invalid({ nodegroup: ['Only a whole cluster can be upgraded. Leave this field out.'] });
  return { template, maxBatchSize: max_batch_size ?? undefined };
}

const NODE_COUNT_ONLY = 'Only /node_count can be replaced. Other values of a cluster follow from its template.';

/** Reads a JSON patch of a cluster: the new number of machines in the group `default-worker`. Throws Invalid. */
export function parseClusterPatch(body: unknown): { node_count: unknown } {
  const [patch, ...others] = parseJsonPatch(body);
  const isCount = patch?.field === 'node_count' && patch.key === undefined && patch.value !== undefined;
  if (!isCount || others.length > 0) throw new Invalid({ patch: [NODE_COUNT_ONLY] });
  return { node_count: patch.value };
}

/** A taint in the notation of Kubernetes' tools: `key=value:effect`. */
const TAINT = /^([^=:]+)(?:=([^:]*))?:([A-Za-z]+)$/;

/**
 * Converts taints to the format of Paddock's own API. An entry that is not a taint is not changed, so that the later
 * check of taints refuses it.
 */
function taintsOf(given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  return given.map((one: unknown) => {
    const [, key, value = '', effect] = (typeof one === 'string' ? TAINT.exec(one) : null) ?? [];
    return key === undefined ? one : { key, value, effect };
  });
}

const dictionary = z.record(z.string(), z.unknown());
/**
 * Fields for which a node group always has the value of its cluster. Clients may send these fields only if they are
 * empty.
 */
const OF_CLUSTER = ['docker_volume_size', 'image_id', 'labels', 'merge_labels', 'project_id'];

function fieldsOf(given: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    fields.map(([name, value]) => {
      if (name === 'node_labels') return [name, labelTexts(value)];
      return [name, name === 'node_taints' ? taintsOf(value) : value];
    }),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * Converts the body of a new node group to fields of Paddock's own API. Throws Invalid for fields whose values always
 * come from the cluster.
 */
export function newGroupFields(body: unknown): Record<string, unknown> {
  const given = parseBody(dictionary, body);
  const wrong = OF_CLUSTER.filter((name) => !isEmpty(given[name]));
  if (wrong.length > 0) {
    const reason = 'A node group has the value of its cluster. Leave this field out.';
    throw new Invalid(Object.fromEntries(wrong.map((name) => [name, [reason]])));
  }
  return fieldsOf(Object.fromEntries(Object.entries(given).filter(([name]) => !OF_CLUSTER.includes(name))));
}

const PATCHED = ['min_node_count', 'max_node_count', 'node_labels', 'node_taints'];

/** Converts a JSON patch of a node group to fields of Paddock's own API. Throws Invalid. */
export function groupFieldsOfPatch(body: unknown): Record<string, unknown> {
  const patches = parseJsonPatch(body);
  const wrong = patches.find(({ field, key }) => !PATCHED.includes(field) || key !== undefined);
  if (wrong) throw new Invalid({ patch: [`Only ${PATCHED.join(', ')} can be changed.`] });
  const removed = (field: string): unknown => (field === 'max_node_count' ? null : field === 'min_node_count' ? 0 : []);
  const entries = patches.map(({ field, value }): [string, unknown] => {
    if (field === 'node_labels') return [field, labelTexts(value ?? {})];
    return [field, field === 'node_taints' ? taintsOf(value ?? []) : (value ?? removed(field))];
  });
  return Object.fromEntries(entries);
}
