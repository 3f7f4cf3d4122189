import type { Placeholders } from './placeholders.ts';

export type Difference = { at: string; recorded: unknown; answered: unknown };
type Fields = Record<string, unknown>;
type Context = { known: Placeholders; reduced: boolean };

/** The recorder wrote these lists even if the answer did not have them. */
const REDUCED_LISTS = ['ids', 'names', 'conditions', 'data', 'items'];
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Fields that are not compared, because they differ for every object or mean nothing to a caller. */
const NOT_COMPARED = new Set([
  'managedFields',
  'fields',
  'relationships',
  'resourceVersion',
  'objectset.rio.cattle.io/applied',
  'cattle.io/last-login',
]);
const isVarying = (key: string): boolean => NOT_COMPARED.has(key) || key.endsWith('TS');
/**
 * Resource requests and limits of pods. No pods ran in the recorded clusters. So these fields are not compared for a
 * node, or for a cluster with nodes. For a cluster without nodes, the recorded value "0" is correct and is compared.
 */
const OF_PODS = new Set(['requested', 'limits']);
const isOfPods = (key: string, { allocatable }: Fields): boolean =>
  OF_PODS.has(key) && isFields(allocatable) && allocatable.cpu !== '0';
const isCut = (value: unknown): boolean => isFields(value) && 'cut' in value;

/**
 * Lists recorded values that the simulator's answer lacks. For a whole object, also lists fields that only the
 * simulator's answer has.
 */
export const compareAnswers = (recorded: unknown, answered: unknown, context: Context): Difference[] =>
  compare('', recorded, answered, context);

/**
 * Finds fields that only the simulator's answer has. Objects with a placeholder in a recorded field's name are skipped,
 * because the placeholder may match any field.
 */
function furtherFields(at: string, recorded: Fields, answered: Fields, { reduced }: Context): Difference[] {
  if (reduced || Object.keys(recorded).some((key) => key.includes('{'))) return [];
  const further = Object.keys(answered).filter(
    (key) => !(key in recorded) && !isVarying(key) && !isOfPods(key, answered),
  );
  return further
    .filter((key) => answered[key] !== undefined)
    .map((key) => ({ at: `${at}.${key}`, recorded: undefined, answered: answered[key] }));
}

function compare(at: string, recorded: unknown, answered: unknown, context: Context): Difference[] {
  const differs = [{ at, recorded, answered }];
  // The recorder mistook this link for a uid.
  if (at.endsWith('.sort.links.uuid')) return [];
  if (isCut(recorded)) return [];
  if (typeof recorded === 'string') return compareText(at, recorded, answered, context);
  if (recorded === null) return isNothing(at, answered, context) ? [] : differs;
  if (Array.isArray(recorded)) return compareList(at, recorded, answered, context);
  if (!isFields(recorded)) return recorded === answered ? [] : differs;
  if (!isFields(answered))
    return context.reduced && answered === undefined ? compare(at, recorded, {}, context) : differs;
  const own = Object.entries(recorded).flatMap(([key, value]) =>
    isVarying(key) || isOfPods(key, answered)
      ? []
      : compare(`${at}.${key}`, value, fieldOf(answered, filledKey(key, answered, context), value, context), context),
  );
  return [...own, ...furtherFields(at, recorded, answered, context)];
}

/**
 * Whether the answer has nothing where the recording has null: null, an empty body, or a missing field of a reduced
 * answer.
 */
const isNothing = (at: string, answered: unknown, { reduced }: Context): boolean =>
  answered === null || (answered === undefined && reduced) || (answered === '' && at === '');
/**
 * A field's name may contain a placeholder that has no value yet. Then the first matching field of the answer is used.
 */
const filledKey = (key: string, answered: Fields, { known }: Context): string => {
  const { text, unknown } = known.fill(key);
  return (unknown && Object.keys(answered).find((own) => known.matches(key, own))) || text;
};

function compareText(at: string, recorded: string, answered: unknown, { known }: Context): Difference[] {
  // The recording holds varying numbers as placeholders, which are text.
  const text = typeof answered === 'number' ? String(answered) : answered;
  return typeof text === 'string' && known.matches(recorded, text)
    ? []
    : [{ at, recorded: known.fill(recorded).text, answered }];
}

/** Compares two lists in any order. `_cut` marks a list of which the recorder kept only some items. */
function compareList(at: string, recorded: unknown[], answered: unknown, context: Context): Difference[] {
  // The recorder wrote an empty list where a reduced answer had no list.
  const isOfReduced = context.reduced && recorded.length === 0 && REDUCED_LISTS.some((name) => at.endsWith(`.${name}`));
  const given = answered ?? (isOfReduced ? [] : answered);
  if (!Array.isArray(given)) return [{ at, recorded, answered }];
  const left: unknown[] = [...given];
  const items = recorded.filter((item) => !(isFields(item) && '_cut' in item));
  const differences = items.flatMap((item, index) => {
    const fitting = left.findIndex((other) => isSame(item, other) && fits(item, other, context));
    const like = fitting >= 0 ? fitting : left.findIndex((other) => isSame(item, other));
    const [other] = left.splice(like < 0 ? left.length : like, 1);
    return fitting >= 0 ? [] : compare(`${at}[${index}]`, item, other, context);
  });
  const isWhole = items.length === recorded.length;
  if (!isWhole || left.length === 0) return differences;
  return [...differences, { at: `${at}: further items`, recorded: items.length, answered: left }];
}

const fits = (item: unknown, other: unknown, context: Context): boolean =>
  context.known.tentatively(() => compare('', item, other, context)).length === 0;

/** True if both items describe the same object. Only then is a report of their differences useful. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isFields(one) || !isFields(other)) return typeof one === typeof other;
  const name = ['type', 'toId', 'name', 'key'].find(
    (key) => typeof one[key] === 'string' && !String(one[key]).includes('{'),
  );
  return name === undefined || one.id !== undefined || one[name] === other[name];
}

/**
 * Fields that the recorder added to reduced answers. The recorder computed these fields from the items of a list. These
 * functions compute them from the simulator's answer.
 */
const OF_ITEMS: Readonly<Record<string, (items: readonly Fields[]) => unknown>> = {
  n: (items) => items.length,
  ids: (items) => items.map(({ id }) => id),
  names: (items) => items.map(({ metadata }) => (isFields(metadata) ? metadata.name : undefined)),
  counts: (items) => items[0]?.counts,
};

/**
 * The answer's value for a recorded field. In reduced answers, the recorder renamed or computed some fields, so this
 * function does the same.
 */
function fieldOf(answered: Fields, key: string, recorded: unknown, { reduced }: Context): unknown {
  if (!reduced) return answered[key];
  const items = [answered.data, answered.items].find(Array.isArray)?.filter(isFields);
  if (items && OF_ITEMS[key]) return OF_ITEMS[key](items);
  // The recorder stored the number of items of a norman list as `count`.
  if (key === 'count' && answered.count === undefined && isFields(answered.pagination) && recorded !== null)
    return items?.length;
  if (key === 'keys') return Object.keys(answered).sort();
  if (key === 'version' && isFields(answered.version)) return answered.version.gitVersion;
  if (Array.isArray(recorded) && isFields(answered[key])) return Object.keys(answered[key]).sort();
  const found = answered[key] ?? (isFields(answered.metadata) ? answered.metadata[key] : undefined);
  // In a reduced answer, the recorder wrote an empty object for a missing object.
  return found ?? (isFields(recorded) ? {} : undefined);
}
