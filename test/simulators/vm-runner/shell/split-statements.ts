/** A part of a command line, separated by `&&` or `||` and not yet expanded. */
export interface Piece {
  joinedBy: '' | '&&' | '||';
  text: string;
}

/** One statement of a script: a list of pieces, and the keyword if the statement belongs to an `if`, `case` or loop. */
export interface Statement {
  keyword: string;
  pieces: Piece[];
  /**
   * The here-document of the statement; `null` when there is none. Variables in the body are expanded unless `literal`
   * is true.
   */
  heredoc: { body: string; literal: boolean } | null;
}

const KEYWORD = /^(if|elif|then|else|fi|while|until|for|do|done|esac|\{|\})(?=\s|$)/;
/** `case word in`, possibly after a word that opens a block, such as `then`. */
const CASE_HEAD = /^(?:(then|do|else|\{)\s+)?case\s+(.+)\s+in$/s;
const FUNCTION_HEAD = /^\w+\s*\(\)\s*/;
const HEREDOC = /^<<(-?)\s*(['"]?)(\w+)\2/;

/**
 * Splits a shell script into statements. Quotes, `$(…)`, line continuations, comments and here-documents are respected.
 * Nothing is expanded. In a `case`, each pattern is a statement with the keyword `pattern`, and each `;;` is a
 * statement too. The head of a function is left out, so the statements of its body run where the function is defined.
 */
export function splitStatements(script: string): Statement[] {
  return new Scanner(script).scan();
}

class Scanner {
  readonly #script: string;
  readonly #statements: Statement[] = [];
  #at = 0;
  #text = '';
  #pieces: Piece[] = [];
  #joinedBy: Piece['joinedBy'] = '';
  /** True after `case … in` and `;;`, where the next word is a pattern. */
  #expectsPattern = false;
  #heredocs: { statement?: Statement; end: string; indented: boolean; literal: boolean }[] = [];

  constructor(script: string) {
    this.#script = script.replaceAll('\\\r\n', '').replaceAll('\\\n', '');
  }

  scan(): Statement[] {
    while (this.#at < this.#script.length) if (!this.#readCase()) this.#step();
    this.#endStatement();
    return this.#statements;
  }

  #step(): void {
    const rest = this.#script.slice(this.#at, this.#at + 80);
    const [char = '', next = ''] = rest;
    const heredoc = HEREDOC.exec(rest);
    if (char === '\\') this.#take(2);
    else if (`'"\``.includes(char)) this.#take(quotedLength(this.#script, this.#at));
    else if (rest.startsWith('$(')) this.#take(substitutionLength(this.#script, this.#at));
    else if (char === '#' && /(^|\s)$/.test(this.#text)) this.#skipTo('\n');
    else if (char === '\n') this.#endLine();
    else if (rest.startsWith('&&') || rest.startsWith('||')) this.#endPiece(char === '&' ? '&&' : '||');
    else if (char === ';' || (char === '&' && next !== '>' && !this.#text.endsWith('>'))) this.#endStatementAt(1);
    else if (heredoc) this.#openHeredoc(heredoc);
    else this.#take(1);
  }

  /** Reads a part that only `case` has: its head, a pattern or `;;`. Returns whether a part was read. */
  #readCase(): boolean {
    const char = this.#script[this.#at] ?? '';
    const [head, opening, word] = (/\s/.test(char) && CASE_HEAD.exec(this.#text.trim())) || [];
    if (head !== undefined && word !== undefined) {
      if (opening) this.#statements.push({ keyword: opening, pieces: [], heredoc: null });
      this.#emitWord('case', word);
      this.#expectsPattern = true;
    } else if (this.#script.startsWith(';;', this.#at)) {
      this.#endStatement();
      this.#emitWord(';;', '');
      this.#at += 2;
      this.#expectsPattern = true;
    } else if (this.#expectsPattern && char === ')') {
      this.#emitWord('pattern', this.#text.trim().replace(/^\(\s*/, ''));
      this.#at += 1;
      this.#expectsPattern = false;
    } else return false;
    return true;
  }

  #emitWord(keyword: string, text: string): void {
    this.#statements.push({ keyword, pieces: [{ joinedBy: '', text }], heredoc: null });
    this.#text = '';
  }

  #take(length: number): void {
    this.#text += this.#script.slice(this.#at, this.#at + length);
    this.#at += length;
  }

  #skipTo(mark: string): void {
    const found = this.#script.indexOf(mark, this.#at);
    this.#at = found < 0 ? this.#script.length : found;
  }

  #endPiece(joinedBy: Piece['joinedBy']): void {
    this.#at += 2;
    this.#pieces.push({ joinedBy: this.#joinedBy, text: this.#text.trim() });
    this.#joinedBy = joinedBy;
    this.#text = '';
  }

  #endLine(): void {
    this.#at += 1;
    const goesOn = this.#text.trimEnd().endsWith('|') || (this.#joinedBy !== '' && this.#text.trim() === '');
    if (!goesOn) this.#endStatement();
    if (goesOn) this.#text += ' ';
    this.#readHeredocs();
  }

  #endStatementAt(length: number): void {
    this.#at += length;
    this.#endStatement();
  }

  #endStatement(): void {
    const pieces = [...this.#pieces, { joinedBy: this.#joinedBy, text: this.#text.trim() }];
    this.#pieces = [];
    this.#joinedBy = '';
    this.#text = '';
    if (pieces.length > 1 || pieces[0]?.text) this.#emit(pieces);
  }

  /**
   * A word such as `then` or `do` becomes a separate statement. A word such as `if` or `while` stays in one statement
   * with the list that follows it.
   */
  #emit([first = { joinedBy: '', text: '' }, ...others]: Piece[]): void {
    const text = first.text.replace(FUNCTION_HEAD, '');
    const keyword = KEYWORD.exec(text)?.[1] ?? '';
    if (keyword === 'esac') this.#expectsPattern = false;
    const rest = text.slice(keyword.length).trim();
    const owns = keyword === '' || ['if', 'elif', 'while', 'until', 'for'].includes(keyword);
    const pieces: Piece[] = owns ? [{ ...first, text: rest }, ...others] : [];
    const statement: Statement = { keyword, pieces, heredoc: null };
    this.#statements.push(statement);
    for (const heredoc of this.#heredocs) heredoc.statement ??= statement;
    if (!owns && rest) this.#emit([{ ...first, text: rest }, ...others]);
  }

  #openHeredoc([all, dash, quote, end = '']: RegExpExecArray): void {
    this.#heredocs.push({ end, indented: dash === '-', literal: quote !== '' });
    this.#at += all.length;
  }

  #readHeredocs(): void {
    for (const { statement, end, indented, literal } of this.#heredocs.splice(0)) {
      const lines: string[] = [];
      for (;;) {
        const from = this.#at;
        this.#skipTo('\n');
        const line = this.#script.slice(from, this.#at).replace(indented ? /^\t+/ : /^(?!)/, '');
        this.#at += 1;
        if (line === end || from >= this.#script.length) break;
        lines.push(line);
      }
      if (statement) statement.heredoc = { body: lines.map((line) => `${line}\n`).join(''), literal };
    }
  }
}

/** Length of the quoted text that begins at `at`, both quotes included. */
export function quotedLength(text: string, at: number): number {
  const quote = text[at];
  let end = at + 1;
  while (end < text.length && text[end] !== quote) {
    if (quote !== "'" && text[end] === '\\') end += 2;
    else if (quote === '"' && text.startsWith('$(', end)) end += substitutionLength(text, end);
    else end += 1;
  }
  return end + 1 - at;
}

/**
 * The length of the `$(…)` that begins at `at`, including its parentheses. Parentheses in a nested `$(…)` or in quotes
 * do not end it.
 */
export function substitutionLength(text: string, at: number): number {
  return closingParenthesis(text, at + 2) + 1 - at;
}

function closingParenthesis(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== ')') {
    const char = text[at] ?? '';
    if (char === '(') at = closingParenthesis(text, at + 1) + 1;
    else if (`'"\``.includes(char)) at += quotedLength(text, at);
    else at += char === '\\' ? 2 : 1;
  }
  return at;
}
