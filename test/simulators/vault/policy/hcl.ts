/** A value in the part of HCL that policies use. */
export type HclValue = string | number | boolean | HclValue[] | { [key: string]: HclValue };
export interface HclBlock {
  /** The first word of a block, for example `path` in `path "secret/*" { }`. */
  keyword: string;
  label: string;
  body: Record<string, HclValue>;
}

const TOKEN =
  /\s+|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/|("(?:[^"\\\n]|\\.)*")|([A-Za-z_][\w-]*|-?\d+(?:\.\d+)?)|([{}[\]=,:])/y;

/** @throws Error if the text is not valid HCL */
export function parseHcl(text: string): HclBlock[] {
  const tokens = tokenize(text);
  let at = 0;
  const peek = () => tokens[at];
  const take = () => tokens[at++] ?? fail('unexpected end of input');
  const expect = (wanted: string) => {
    const found = take();
    if (found !== wanted) fail(`expected ${wanted}, got ${found}`);
  };

  function object(): Record<string, HclValue> {
    const fields: Record<string, HclValue> = {};
    expect('{');
    while (peek() !== '}') {
      const key = textOf(take());
      if (peek() === '{') fields[key] = object();
      else {
        if (peek() === ':') expect(':');
        else expect('=');
        fields[key] = value();
      }
      if (peek() === ',') expect(',');
    }
    expect('}');
    return fields;
  }
  function list(): HclValue[] {
    const items: HclValue[] = [];
    expect('[');
    while (peek() !== ']') {
      items.push(value());
      if (peek() !== ']') expect(',');
    }
    expect(']');
    return items;
  }
  function value(): HclValue {
    const next = peek();
    if (next === '{') return object();
    if (next === '[') return list();
    return scalar(take());
  }

  const blocks: HclBlock[] = [];
  while (at < tokens.length) blocks.push({ keyword: textOf(take()), label: textOf(take()), body: object() });
  return blocks;
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) fail(`illegal character at offset ${start}`);
    const [, string, word, mark] = found ?? [];
    const token = string ?? word ?? mark;
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

function textOf(token: string): string {
  if (/^[{}[\]=,:]$/.test(token)) fail(`unexpected ${token}`);
  return token.startsWith('"') ? String(JSON.parse(token)) : token;
}

function scalar(token: string): HclValue {
  if (token === 'true' || token === 'false') return token === 'true';
  return /^-?\d/.test(token) ? Number(token) : textOf(token);
}

function fail(problem: string): never {
  throw new Error(problem);
}
