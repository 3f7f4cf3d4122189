/** Patterns for the values of placeholders. The key is the kind of placeholder, e.g. `uid` for `uid-1`. */
const PATTERNS: Readonly<Record<string, string>> = {
  cluster: 'c-(?:m-)?[a-z0-9]{5,10}',
  project: 'p-[a-z0-9]{5}',
  user: '(?:u|user)-[a-z0-9]+',
  token: 'token-[a-z0-9]+',
  'kubeconfig-token': 'kubeconfig-[a-z0-9-]+',
  node: 'machine-[a-z0-9]+',
  machine: 'custom-[0-9a-f]{12}',
  namespace: 'n-[a-z0-9]{5}',
  crtb: 'crtb-[a-z0-9]+',
  prtb: 'prtb-[a-z0-9]+',
  grb: 'grb-[a-z0-9]+',
  rt: 'rt-[a-z0-9]{5}',
  quota: 'default-[a-z0-9]+',
  // The recorder replaced the value of every field named `uuid`. One such value is a link: the link that sorts a list
  // by `uuid`.
  uid: '(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|http\\S+sort=uuid)',
  sha1: '[0-9a-f]{40}',
  sha256: '[0-9a-f]{64}',
  jwt: '[\\w-]+\\.[\\w-]+\\.[\\w-]*',
  secret: '[a-z0-9]{54}',
  drawn: '[a-z0-9]{5}',
};
/** Values that differ each time. Two uses of the same placeholder may have different values. */
const VARYING: Readonly<Record<string, string>> = {
  time: '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z',
  ts: '\\d+',
  rv: '\\d+',
  token: '[a-z0-9]{54}',
  release: 'v1\\.\\d+\\.\\d+(?:\\+(?:rke2r|k3s)\\d+)?',
  'release number': '1\\.\\d+\\.\\d+',
  minor: '\\d\\d',
  commit: '(?:[0-9a-f]{40}|\\$Format:%H\\$)',
  'tree state': '(?:clean)?',
  platform: '(?:linux/amd64)?',
  'token hash': '[0-9a-f]{10}',
  'ca-base64': '"?[A-Za-z0-9+/=\\s\\\\"]*',
};
const PLACEHOLDER = /\{([a-z0-9 -]*?[a-z0-9])(?:-(\d+))?\}/g;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The value of each placeholder. The first match sets the value; later matches must be equal. */
export class Placeholders {
  private readonly values = new Map<string, string>();

  bind(placeholder: string, value: string): void {
    this.values.set(placeholder, value);
  }

  get(placeholder: string): string | undefined {
    return this.values.get(placeholder);
  }

  /** Replaces the placeholders that have a value. `unknown` is the first placeholder without a value. */
  fill(text: string): { text: string; unknown?: string } {
    let unknown: string | undefined;
    const filled = text.replace(PLACEHOLDER, (whole) => {
      const value = this.values.get(whole.slice(1, -1));
      if (value === undefined) unknown ??= whole;
      return value ?? whole;
    });
    return { text: filled, ...(unknown !== undefined && { unknown }) };
  }

  /**
   * Runs `compare`, which may set values of placeholders. If `compare` finds a difference, all these changes are
   * undone.
   */
  tentatively<T>(compare: () => T[]): T[] {
    const before = [...this.values];
    const differences = compare();
    if (differences.length === 0) return differences;
    this.values.clear();
    for (const [name, value] of before) this.values.set(name, value);
    return differences;
  }

  /** Whether the text matches the recorded text. A match sets the value of new placeholders. */
  matches(recorded: string, text: string): boolean {
    const shown: string[] = [];
    const pattern = this.patternOf(recorded, shown);
    const found = new RegExp(`^${pattern}$`, 's').exec(text);
    if (!found) return false;
    for (const [index, name] of shown.entries()) this.values.set(name, found[index + 1] ?? '');
    return true;
  }

  private patternOf(recorded: string, shown: string[]): string {
    let pattern = '';
    let from = 0;
    for (const found of recorded.matchAll(PLACEHOLDER)) {
      pattern += escaped(recorded.slice(from, found.index)) + this.partOf(found[1] ?? '', found[2], shown);
      from = found.index + found[0].length;
    }
    return pattern + escaped(recorded.slice(from));
  }

  private partOf(kind: string, number: string | undefined, shown: string[]): string {
    const name = number === undefined ? kind : `${kind}-${number}`;
    const known = this.values.get(name);
    if (known !== undefined) return escaped(known);
    const varying = number === undefined ? VARYING[kind] : undefined;
    if (varying !== undefined) return varying;
    const before = shown.indexOf(name);
    if (before >= 0) return `\\${before + 1}`;
    if (number === undefined) return '.*?';
    shown.push(name);
    return `(${PATTERNS[kind] ?? '[^\\s"/:?&,]+'})`;
  }
}
