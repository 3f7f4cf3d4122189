import { arithmetic } from './arithmetic.ts';
import { withoutGlob } from './glob.ts';
import { quotedLength, substitutionLength } from './split-statements.ts';

export interface Expansion {
  /** The value of a variable or parameter; undefined when unset. */
  valueOf(name: string): string | undefined;
  outputOf(command: string): Promise<string>;
  /** Called for an unset variable. With `set -u` it throws. */
  onUnset(name: string): void;
}

const PARAMETER = /^\$(?:\{(\w+|[@?#*])(?:(:?[-+?=]|##?|%%?)([^}]*))?\}|(\w+|[@?#*]))/;

/**
 * Replaces `$NAME`, `${NAME:-default}`, `${NAME#pattern}`, `$((sum))` and `$(command)` by their values. The values are
 * quoted so that shell-quote reads them back unchanged. Outside double quotes, a value is split into words at white
 * space, except in an assignment. Inside double quotes, a value is not split.
 */
export async function expandWords(text: string, expansion: Expansion): Promise<string> {
  let out = '';
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? '';
    if (char === '"') {
      const length = quotedLength(text, at);
      out += `"${await expandQuoted(text.slice(at + 1, at + length - 1), expansion)}"`;
      at += length;
    } else if (char === '\\' || char === "'") {
      const length = char === '\\' ? 2 : quotedLength(text, at);
      out += text.slice(at, at + length);
      at += length;
    } else {
      const { value, length } = await readValue(text, at, expansion);
      out += value === undefined ? text.slice(at, at + length) : asWords(value, /(^|\s)\w+=\S*$/.test(out));
      at += length;
    }
  }
  return out;
}

/** Expands the text inside double quotes. Each value is escaped, so that it stays part of the same word. */
async function expandQuoted(text: string, expansion: Expansion): Promise<string> {
  return mapValues(text, expansion, (value) => value.replace(/[\\"$`]/g, '\\$&'));
}

/** Expands the body of a here-document. Only `$` and a backslash before `$` are special there. */
export async function expandText(text: string, expansion: Expansion): Promise<string> {
  return mapValues(text, expansion, (value) => value);
}

async function mapValues(text: string, expansion: Expansion, quote: (value: string) => string): Promise<string> {
  let out = '';
  for (let at = 0; at < text.length; ) {
    const { value, length } =
      text[at] === '\\' ? { value: undefined, length: 2 } : await readValue(text, at, expansion);
    out += value === undefined ? text.slice(at, at + length) : quote(value);
    at += length;
  }
  return out;
}

/**
 * Reads the expression at `at`. Returns its value and the length of its source text. The value is undefined for plain
 * text.
 */
async function readValue(text: string, at: number, expansion: Expansion) {
  if (text.startsWith('$((', at)) {
    const length = substitutionLength(text, at);
    const value = arithmetic(text.slice(at + 3, at + length - 2).replaceAll('$', ''), expansion.valueOf);
    return { value: String(value), length };
  }
  if (text.startsWith('$(', at)) {
    const length = substitutionLength(text, at);
    return { value: trimmed(await expansion.outputOf(text.slice(at + 2, at + length - 1))), length };
  }
  if (text[at] === '`') {
    const length = quotedLength(text, at);
    return { value: trimmed(await expansion.outputOf(text.slice(at + 1, at + length - 1))), length };
  }
  const found = PARAMETER.exec(text.slice(at));
  return found ? { value: parameter(found, expansion), length: found[0].length } : { value: undefined, length: 1 };
}

const trimmed = (output: string): string => output.replace(/\n+$/, '');

function parameter([, braced, operator = '', word = '', plain]: RegExpExecArray, expansion: Expansion): string {
  const name = braced ?? plain ?? '';
  const value = expansion.valueOf(name);
  const counts = operator.startsWith(':') ? value !== undefined && value !== '' : value !== undefined;
  if (/^[#%]/.test(operator)) return withoutGlob(value ?? '', operator, word);
  if (operator.endsWith('+')) return counts ? word : '';
  if (counts) return value ?? '';
  if (operator === '' || operator.endsWith('?')) expansion.onUnset(name);
  return operator.endsWith('-') || operator.endsWith('=') ? word.replace(/^(["'])(.*)\1$/, '$2') : (value ?? '');
}

function asWords(value: string, together: boolean): string {
  const words = together ? [value] : value.split(/\s+/).filter(Boolean);
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}
