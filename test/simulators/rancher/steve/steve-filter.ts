import { RancherError } from '../_core/rancher-errors.ts';

export type FilterOperator = '=' | '!=' | '~' | '!~' | '<' | '>' | 'in' | 'notin' | 'contains' | 'notcontains';
export interface Requirement {
  field: string;
  operator: FilterOperator | 'exists' | 'missing';
  values: string[];
}
interface Token {
  kind: 'word' | 'symbol' | 'end';
  text: string;
}

const WORDS: Record<string, FilterOperator> = {
  ...{ in: 'in', notin: 'notin', contains: 'contains', notcontains: 'notcontains', lt: '<', gt: '>' },
};
const SYMBOLS: Record<string, FilterOperator> = {
  ...{ '=': '=', '==': '=', '!=': '!=', '~': '~', '!~': '!~', '<': '<', '>': '>' },
};
const LABEL = /^metadata\.labels(?:\.\w[-a-zA-Z0-9_./]*|\[.*])$/;

const failed = (message: string): RancherError => new RancherError(500, 'ServerError', message);

/**
 * Parses one `filter=` for the SQL cache. Requirements are separated by commas, and an object has to meet one of them.
 * @throws RancherError 500 if the filter cannot be parsed, because steve reports this as a server error
 */
export function parseFilter(text: string): Requirement[] {
  const tokens = tokensOf(text);
  const requirements: Requirement[] = [];
  while (peek(tokens).kind !== 'end') {
    requirements.push(requirement(tokens));
    const next = take(tokens);
    if (next.kind === 'end') break;
    if (next.text !== ',') throw failed(`found '${next.text}', expected: ',' or 'end of string'`);
    const after = peek(tokens);
    if (after.kind !== 'word' && after.text !== '!') {
      throw failed(`found '${after.text}', expected: identifier after ','`);
    }
  }
  return requirements;
}

const END: Token = { kind: 'end', text: '' };
const peek = (tokens: Token[]): Token => tokens[0] ?? END;
const take = (tokens: Token[]): Token => tokens.shift() ?? END;

function tokensOf(text: string): Token[] {
  const pattern = /\s*(?:(==|!=|!~|[=~!<>(),])|"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|([^\s=~!<>(),]+))\s*/gy;
  const tokens: Token[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, symbol, double, single, word] = match;
    if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol });
    else tokens.push({ kind: 'word', text: word ?? (double ?? single ?? '').replaceAll(/\\(.)/g, '$1') });
  }
  return tokens;
}

function requirement(tokens: Token[]): Requirement {
  const isNegated = peek(tokens).text === '!' && peek(tokens).kind === 'symbol';
  if (isNegated) take(tokens);
  const key = take(tokens);
  if (key.kind !== 'word') throw failed(`found '${key.text}', expected: !, identifier, or 'end of string'`);
  const field = key.text;
  const next = peek(tokens);
  if (isNegated || next.kind === 'end' || next.text === ',') {
    if (!LABEL.test(field)) {
      throw failed(`existence tests are valid only for labels; not valid for field '${field}'`);
    }
    return { field, operator: isNegated ? 'missing' : 'exists', values: [] };
  }
  const { kind, text } = take(tokens);
  const operator = (kind === 'word' ? WORDS[text.toLowerCase()] : SYMBOLS[text]) ?? '';
  if (operator === '') throw failed(`found '${text}', expected: in, notin, =, ==, !=, ~, !~, gt, lt`);
  const values = operator === 'in' || operator === 'notin' ? listOf(tokens) : [singleOf(tokens)];
  return { field, operator, values };
}

function singleOf(tokens: Token[]): string {
  const { kind, text } = take(tokens);
  if (kind === 'end' || text === ',') throw failed('found end of a query string, expected: a comparison value');
  if (kind !== 'word') throw failed(`found '${text}', expected: identifier`);
  return text;
}

function listOf(tokens: Token[]): string[] {
  const open = take(tokens);
  if (open.text !== '(') throw failed(`found '${open.text}' expected: '('`);
  const values: string[] = [];
  let current = '';
  for (;;) {
    const { kind, text } = take(tokens);
    if (kind === 'end') throw failed(`found '', expected: ',' or ')'`);
    if (kind === 'word') current = text;
    else if (text !== ',' && text !== ')') throw failed(`found '${text}', expected: ',', or identifier`);
    else {
      values.push(current);
      current = '';
      if (text === ')') return values;
    }
  }
}
