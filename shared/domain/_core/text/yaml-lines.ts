import { type Document, isCollection, isMap, isScalar, isSeq, type LineCounter, type Pair, type YAMLMap } from 'yaml';

/** The keys of a path such as `spec.ports[0].port`, `.data.a` or `data[tls.crt]`. */
const keysOf = (path: string): string[] =>
  [...path.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)].map(([key, bracketed]) => bracketed ?? key);

/** The pairs of each map by their keys. A refusal can name thousands of fields of one map. */
const pairsOf = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  const known = pairsOf.get(map);
  if (known !== undefined) return known.get(key);
  const pairs = new Map(map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])));
  pairsOf.set(map, pairs);
  return pairs.get(key);
}

/** An item of a map or a list, and its position in the text. */
function itemOf(node: unknown, key: string): { value: unknown; at: number | undefined } | undefined {
  if (isMap(node)) {
    const pair = pairOf(node, key);
    return pair && { value: pair.value, at: isScalar(pair.key) ? pair.key.range?.[0] : undefined };
  }
  const value = isSeq(node) ? node.items[Number(key)] : undefined;
  const isNode = isScalar(value) || isCollection(value);
  return isNode ? { value, at: value.range?.[0] } : undefined;
}

/**
 * The line of a field in a YAML document. If the field is missing, the line of its nearest parent that is in the
 * document. Undefined if no parent is in the document.
 */
export function lineOfField(
  { contents }: Pick<Document, 'contents'>,
  lines: LineCounter,
  path: string,
): number | undefined {
  let node: unknown = contents;
  let line: number | undefined;
  for (const key of keysOf(path)) {
    const item = itemOf(node, key);
    if (item?.at === undefined) break;
    line = lines.linePos(item.at).line;
    node = item.value;
  }
  return line;
}
