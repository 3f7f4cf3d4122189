import { Document, isMap, isScalar, isSeq, parseDocument, Scalar, YAMLMap, YAMLSeq } from 'yaml';

const LISTS = ['clusters', 'users', 'contexts'] as const;
type List = (typeof LISTS)[number];

type Target = { uuid: string; name: string };

/** `kubectl` writes an empty list as `null`. */
const isEmpty = (node: unknown): boolean =>
  node === undefined || (isScalar(node) && ['', '~', 'null'].includes(String(node.value)));

/**
 * Reads a kubeconfig. An empty text and a missing list count as empty, as in `kubectl`. Returns undefined if the text is
 * not a kubeconfig. With the schema `failsafe`, numbers and words such as `yes` are written again as they were read.
 */
export function parseKubeconfig(text: string): Document | undefined {
  const document: Document = parseDocument(text, { schema: 'failsafe' });
  if (document.errors.length > 0) return undefined;
  if (isEmpty(document.contents ?? undefined)) return new Document({ apiVersion: 'v1', kind: 'Config' });
  if (!isMap(document.contents)) return undefined;
  const lists = LISTS.map((list) => document.get(list, true));
  return lists.every((list) => isEmpty(list) || isSeq(list)) ? document : undefined;
}

const textAt = (node: unknown, ...path: string[]): string => {
  const found = isMap(node) ? node.getIn(path) : undefined;
  return typeof found === 'string' ? found : '';
};
const entriesOf = (document: Document, list: List): unknown[] => {
  const entries = document.get(list);
  return isSeq(entries) ? entries.items : [];
};

const quoted = (text: string): Scalar => {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
};

/** A copy of the entry in which every name ends with the uuid of the cluster, also if an older Paddock has made it. */
function withUniqueNames(entry: unknown, uuid: string): unknown {
  if (!isMap(entry)) return entry;
  const copy = entry.clone();
  if (!isMap(copy)) return entry;
  for (const path of [['name'], ['context', 'cluster'], ['context', 'user']]) {
    const name = textAt(copy, ...path);
    if (name !== '') copy.setIn(path, quoted(uniqueName(name, uuid)));
  }
  return copy;
}
const uniqueName = (name: string, uuid: string): string => (name.endsWith(`-${uuid}`) ? name : `${name}-${uuid}`);

/** The name without uuid of a cluster that Paddock has named. Undefined for other names. */
const shortName = (unique: string): string | undefined => unique.match(/^(.+)-[0-9a-f]{32}$/s)?.[1];

/** Whether a context is named by the short name of its cluster. */
const isShort = (context: unknown): boolean =>
  textAt(context, 'name') !== '' && textAt(context, 'name') === shortName(textAt(context, 'context', 'cluster'));

/**
 * The context under the name of the cluster alone, for as long as that name means one cluster in this file. Undefined if
 * another entry has the name.
 */
function shortContext(present: Document, context: unknown, name: string): YAMLMap | undefined {
  const isTaken = entriesOf(present, 'contexts').some((other) => textAt(other, 'name') === name);
  const isAmbiguous = entriesOf(present, 'clusters').some((other) => shortName(textAt(other, 'name')) === name);
  if (isTaken || isAmbiguous || !isMap(context)) return undefined;
  const copy = context.clone();
  if (!isMap(copy)) return undefined;
  copy.set('name', quoted(name));
  return copy instanceof YAMLMap ? copy : undefined;
}

function setEntries(document: Document, list: List, items: unknown[]): void {
  const present = document.get(list);
  const entries = isSeq(present) ? present : new YAMLSeq();
  if (entries.items.length === 0) entries.flow = false;
  entries.items = items;
  document.set(list, entries);
}

/**
 * Adds a cluster to a kubeconfig, and returns the context, which becomes the current one. Only entries whose names end
 * with the cluster's uuid are replaced. Entries of other clusters and of other programs stay, whatever their names are.
 * A second context has the name of the cluster alone. If two clusters of Paddock in the file have this name, it is
 * removed, so that nobody changes the wrong cluster.
 */
export function addCluster(present: Document, added: Document, { uuid, name }: Target): string {
  const context = uniqueName(textAt(added.contents, 'current-context'), uuid);
  const isOwn = (entry: unknown): boolean => textAt(entry, 'name').endsWith(`-${uuid}`);
  const isReplaced = (entry: unknown): boolean =>
    isOwn(entry) || (isShort(entry) && textAt(entry, 'context', 'cluster').endsWith(`-${uuid}`));
  for (const list of LISTS)
    setEntries(
      present,
      list,
      entriesOf(present, list).filter((entry) => !isReplaced(entry)),
    );

  const contexts = entriesOf(added, 'contexts').map((entry) => withUniqueNames(entry, uuid));
  const short = shortContext(present, contexts[0], name);
  const others = entriesOf(present, 'contexts').filter((entry) => !(isShort(entry) && textAt(entry, 'name') === name));
  setEntries(present, 'contexts', [...others, ...contexts, ...(short === undefined ? [] : [short])]);
  for (const list of ['clusters', 'users'] as const) {
    const entries = entriesOf(added, list).map((entry) => withUniqueNames(entry, uuid));
    setEntries(present, list, [...entriesOf(present, list), ...entries]);
  }
  present.set('current-context', quoted(context));
  return context;
}
