import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseAllDocuments,
  type SchemaOptions,
} from 'yaml';

/** Maximum depth of lists and maps in each other. Objects of Kubernetes have less than 100. */
const MAX_DEPTH = 200;
/** Maximum number of signs, words and spaces that a text is made of. 1 MiB of Kubernetes objects has 200,000. */
const MAX_LEXEMES = 400_000;
/** Maximum number of anchors and aliases. The library looks through all of them for each alias. */
const MAX_REFERENCES = 2000;
/**
 * Maximum number of characters and values of a document after its aliases are replaced. A few lines with aliases could
 * become gigabytes otherwise.
 */
const MAX_EXPANDED = 4_194_304;

/** Why a text is not read as YAML. The message quotes nothing from the text, which may have secrets. */
export class UnreadableYaml extends Error {
  override readonly name = 'UnreadableYaml';
  readonly line: number;

  constructor(problem: string, line: number) {
    super(problem);
    this.line = line;
  }
}

/** `line` is the line in which the document begins. */
export type YamlDocument = { document: Document.Parsed; value: unknown; line: number };

type Position = { range?: readonly [number, number, number] | null | undefined };
type Extent = { size: number; height: number };

function assertFewLexemes(text: string): void {
  let lexemes = 0;
  for (const _ of new Lexer().lex(text)) lexemes++;
  if (lexemes > MAX_LEXEMES) throw new UnreadableYaml(`The text has more than ${MAX_LEXEMES} parts`, 1);
}

/** Checks one document, before aliases are replaced. Looks at each node once. */
class Inspection {
  private readonly lines: LineCounter;
  private references = 0;
  /** Extents of the nodes with anchors. Undefined as long as the node is not at its end. */
  private readonly anchors = new Map<string, Extent | undefined>();

  constructor(lines: LineCounter) {
    this.lines = lines;
  }

  extentOf(node: unknown, depth = 0): Extent {
    if (isAlias(node)) return this.extentOfAlias(node, depth);
    if (depth > MAX_DEPTH) return this.refuse(node, `it is nested deeper than ${MAX_DEPTH} levels`);
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchor !== undefined) {
      this.countReference(node);
      this.anchors.set(anchor, undefined);
    }
    const extent = this.extentOfContent(node, depth);
    if (anchor !== undefined) this.anchors.set(anchor, extent);
    if (extent.size > MAX_EXPANDED) return this.refuse(node, 'it has too many aliases');
    return extent;
  }

  private extentOfContent(node: unknown, depth: number): Extent {
    if (isScalar(node)) return { size: typeof node.value === 'string' ? node.value.length + 1 : 1, height: 0 };
    if (isMap(node)) this.assertKeysDiffer(node.items.map(({ key }) => key));
    const children = isMap(node) || isSeq<unknown>(node) ? node.items : [];
    const whole = { size: 1, height: 0 };
    for (const child of children.flatMap((item: unknown) => (isPair(item) ? [item.key, item.value] : [item]))) {
      const { size, height } = this.extentOf(child, depth + 1);
      whole.size += size;
      whole.height = Math.max(whole.height, height + 1);
    }
    return whole;
  }

  private extentOfAlias(alias: Position & { source: string }, depth: number): Extent {
    this.countReference(alias);
    const extent = this.anchors.get(alias.source);
    if (extent === undefined) return this.refuse(alias, 'an alias has no anchor before it');
    if (depth + extent.height > MAX_DEPTH) this.refuse(alias, `it is nested deeper than ${MAX_DEPTH} levels`);
    return extent;
  }

  private countReference(node: unknown): void {
    this.references++;
    if (this.references > MAX_REFERENCES) this.refuse(node, `it has more than ${MAX_REFERENCES} anchors and aliases`);
  }

  /** The library compares each key with all keys before it, which takes minutes for large maps. */
  private assertKeysDiffer(keys: readonly unknown[]): void {
    const seen = new Set<unknown>();
    for (const key of keys) {
      if (!isScalar(key)) continue;
      if (seen.has(key.value)) this.refuse(key, 'DUPLICATE_KEY');
      seen.add(key.value);
    }
  }

  private refuse(node: unknown, problem: string): never {
    const { range }: Position = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node : {};
    throw new UnreadableYaml(problem, this.lines.linePos(range?.[0] ?? 0).line);
  }
}

/** Runs work whose errors have no stack traces. The library makes an error for each fault: a text can have 500,000. */
function withoutStackTraces<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const isEmpty = ({ contents }: Document.Parsed): boolean =>
  contents === null || (isScalar(contents) && contents.value === null);

function readDocument(document: Document.Parsed, lines: LineCounter): YamlDocument {
  const unknownTag = document.warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED');
  if (unknownTag) throw new UnreadableYaml('this tag is not supported', lines.linePos(unknownTag.pos[0]).line);
  new Inspection(lines).extentOf(document.contents);
  const { line } = lines.linePos(document.contents?.range?.[0] ?? 0);
  // The inspection has limited what aliases can become.
  return { document, value: document.toJS({ maxAliasCount: -1 }), line };
}

/**
 * Reads the documents of a YAML text. Empty documents are left out. The time grows with the length of the text, and not
 * faster. Text that somebody else has written is read by this function alone.
 * @throws UnreadableYaml
 */
export function readYaml(
  text: string,
  options: SchemaOptions & { version: '1.1' | '1.2' },
): { documents: YamlDocument[]; lines: LineCounter } {
  assertFewLexemes(text);
  const lines = new LineCounter();
  // `prettyErrors` would copy the line of each error, and quote the text.
  const fixed = { lineCounter: lines, prettyErrors: false, uniqueKeys: false, logLevel: 'error' } as const;
  const parsed = withoutStackTraces(() => parseAllDocuments(text, { ...options, ...fixed }));
  const documents: Document.Parsed[] = Array.isArray(parsed) ? parsed : [];
  const [error] = documents.flatMap(({ errors }) => errors);
  if (error) throw new UnreadableYaml(error.code, lines.linePos(error.pos[0]).line);
  return { documents: documents.filter((one) => !isEmpty(one)).map((one) => readDocument(one, lines)), lines };
}
