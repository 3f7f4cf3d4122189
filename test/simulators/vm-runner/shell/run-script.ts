import { parse } from 'shell-quote';
import { pause } from '../machine.ts';
import { type Expansion, expandText, expandWords } from './expand-words.ts';
import { globSource } from './glob.ts';
import { runPipeline } from './run-pipeline.ts';
import { type CommandResult, failure, type Shell, success, valueIn } from './shell.ts';
import { type Statement, splitStatements } from './split-statements.ts';

/**
 * The limit for the rounds of a loop, so that an endless script does not keep its machine booting forever. The
 * installer of Rancher's agent gives up after the same number of tries.
 */
const MAX_ROUNDS = 4500;

const OPENING = ['if', 'while', 'until', 'for', 'case'];

interface Frame {
  kind: 'if' | 'loop' | 'case';
  /** Whether the statements inside this block are run now. */
  active: boolean;
  /** For an `if` or `case`: whether one of its branches has run. */
  taken: boolean;
  /**
   * For a loop: the index of the statement that begins it, the variable and the remaining items of a `for` (otherwise
   * null), and whether the loop has ended.
   */
  head: number;
  items: string[] | null;
  ended: boolean;
  /** For a `case`: the word that its patterns are compared with. */
  word: string;
}

/** The error of a statement that uses an unset variable under `set -u`. */
class UnboundVariable extends Error {}

/**
 * Interprets a shell script on a machine. Nothing is ever executed on the host. Supported are variables, `$(…)`,
 * quotes, `if`, `case`, loops, `&&`, `||`, pipes, redirections, here-documents, `set -eu`, and the commands of
 * `commands.ts`. Any other command succeeds without doing anything.
 */
export async function runScript(script: string, shell: Shell): Promise<CommandResult> {
  const result = await new ScriptRun(splitStatements(script), shell).run();
  const { exitTrap } = shell;
  shell.exitTrap = '';
  if (exitTrap !== '') await new ScriptRun(splitStatements(exitTrap), shell).run();
  return result;
}

class ScriptRun {
  readonly #statements: Statement[];
  readonly #shell: Shell;
  readonly #frames: Frame[] = [];
  #output = '';
  #rounds = 0;

  constructor(statements: Statement[], shell: Shell) {
    this.#statements = statements;
    this.#shell = shell;
  }

  async run(): Promise<CommandResult> {
    let last: CommandResult = success();
    for (let at = 0; at < this.#statements.length; ) {
      const statement = this.#statements[at];
      if (!statement) break;
      if (statement.keyword !== '') {
        at = await this.#control(statement, at);
        continue;
      }
      at += 1;
      if (!this.#active()) continue;
      last = await this.#runPlain(statement);
      if (last.control === 'exit') break;
    }
    return { ...last, stdout: this.#output };
  }

  #active(): boolean {
    return this.#frames.every(({ active }) => active);
  }

  async #runPlain(statement: Statement): Promise<CommandResult> {
    const { result, decisive } = await this.#runList(statement);
    this.#output += result.stdout;
    if (result.control === 'break' || result.control === 'continue') this.#leaveRound(result.control === 'break');
    const aborted = result.code !== 0 && decisive && this.#shell.options.errexit;
    return aborted ? { ...result, control: 'exit' } : result;
  }

  /**
   * Runs commands that are joined by `&&` or `||`. `decisive` means that the last command in the list was run. With
   * `set -e`, a failure ends the script only if `decisive` is true.
   */
  async #runList({ pieces, heredoc }: Statement): Promise<{ result: CommandResult; decisive: boolean }> {
    let result: CommandResult = success();
    let ran = -1;
    let stdout = '';
    const stdin = heredoc ? await this.#heredocText(heredoc) : '';
    for (const [index, { joinedBy, text }] of pieces.entries()) {
      if ((joinedBy === '&&' && result.code !== 0) || (joinedBy === '||' && result.code === 0)) continue;
      result = await this.#runPiece(text, stdin);
      stdout += result.stdout;
      this.#shell.lastCode = result.code;
      ran = index;
      if (result.control) break;
    }
    return { result: { ...result, stdout }, decisive: ran === pieces.length - 1 };
  }

  async #runPiece(text: string, stdin: string): Promise<CommandResult> {
    const negated = /^!\s/.test(text);
    this.#shell.substituted = success();
    try {
      const expanded = await expandWords(negated ? text.slice(1).trim() : text, this.#expansion());
      const result = await runPipeline(expanded, stdin, this.#shell);
      return negated ? { ...result, code: result.code === 0 ? 1 : 0 } : result;
    } catch (error) {
      if (!(error instanceof UnboundVariable)) throw error;
      return { ...failure(1, `${this.#shell.name}: ${error.message}`), control: 'exit' };
    }
  }

  #expansion(): Expansion {
    const shell = this.#shell;
    return {
      valueOf: (name) => valueIn(shell, name),
      // As in a real shell, a failed `$(…)` makes an assignment fail. If `$(…)` is an argument of a command, the
      // failure of `$(…)` is ignored.
      outputOf: async (command) => {
        const inner = { ...shell, options: { ...shell.options }, exitTrap: '' };
        const { control: _ended, ...result } = await runScript(command, inner);
        shell.substituted = result;
        return result.stdout;
      },
      onUnset(name) {
        if (shell.options.nounset) throw new UnboundVariable(`${name}: unbound variable`);
      },
    };
  }

  #heredocText({ body, literal }: { body: string; literal: boolean }): Promise<string> | string {
    return literal ? body : expandText(body, this.#expansion());
  }

  /** Handles a keyword and returns the index of the next statement. */
  async #control(statement: Statement, at: number): Promise<number> {
    const top = this.#frames.at(-1);
    if (OPENING.includes(statement.keyword)) await this.#openFrame(statement, at);
    else if (top && statement.keyword === 'done') return this.#endRound(top, at);
    else if (top) await this.#goOnIn(top, statement);
    return at + 1;
  }

  async #openFrame(statement: Statement, at: number): Promise<void> {
    const { keyword } = statement;
    if (keyword === 'if') this.#open('if', at, await this.#holds(statement));
    else if (keyword === 'while') this.#open('loop', at, await this.#holds(statement));
    else if (keyword === 'until') this.#open('loop', at, this.#active() && !(await this.#holds(statement)));
    else if (keyword === 'for') await this.#openFor(statement, at);
    else await this.#openCase(statement, at);
  }

  async #goOnIn(top: Frame, statement: Statement): Promise<void> {
    const { keyword } = statement;
    if (keyword === 'elif') await this.#otherBranch(top, statement);
    else if (keyword === 'else') Object.assign(top, { active: !top.taken, taken: true });
    else if (keyword === 'pattern') this.#tryPattern(top, statement);
    else if (keyword === ';;') top.active = false;
    else if (keyword === 'fi' || keyword === 'esac') this.#frames.pop();
  }

  #open(kind: Frame['kind'], head: number, active: boolean, items: string[] | null = null): void {
    this.#frames.push({ kind, active, taken: active, head, items, ended: !active, word: '' });
  }

  async #holds(statement: Statement): Promise<boolean> {
    if (!this.#active()) return false;
    const { result } = await this.#runList(statement);
    return result.code === 0;
  }

  async #otherBranch(frame: Frame, statement: Statement): Promise<void> {
    // The frame is set to active first, so that `#holds` depends only on the outer frames. A branch inside a skipped
    // branch stays skipped.
    frame.active = true;
    frame.active = !frame.taken && (await this.#holds(statement));
    frame.taken ||= frame.active;
  }

  async #openCase({ pieces }: Statement, head: number): Promise<void> {
    const text = this.#active() ? await expandWords(pieces[0]?.text ?? '', this.#expansion()) : '';
    const word = parse(text).map(String).join(' ');
    this.#frames.push({ kind: 'case', active: false, taken: false, head, items: null, ended: false, word });
  }

  #tryPattern(frame: Frame, { pieces }: Statement): void {
    const patterns = (pieces[0]?.text ?? '').split('|').map((pattern) => globSource(pattern.trim()));
    frame.active = !frame.taken && new RegExp(`^(?:${patterns.join('|')})$`, 's').test(frame.word);
    frame.taken ||= frame.active;
  }

  async #openFor({ pieces }: Statement, at: number): Promise<void> {
    const text = await expandWords(pieces[0]?.text ?? '', this.#expansion());
    const [variable = '', , ...items] = text.split(/\s+/).map((word) => word.replace(/^'(.*)'$/, '$1'));
    const [first, ...rest] = items;
    const runs = this.#active() && first !== undefined;
    this.#open('loop', at, runs, [variable, ...rest]);
    if (runs) this.#shell.variables.set(variable, first);
  }

  async #endRound(frame: Frame, at: number): Promise<number> {
    const [variable = '', next, ...rest] = frame.items ?? [];
    const over = frame.ended || (frame.items !== null && next === undefined) || ++this.#rounds > MAX_ROUNDS;
    if (over || frame.items === null) this.#frames.pop();
    if (over) return at + 1;
    // Pauses before the next round of a `while` or `until`, because a loop without `sleep` would send requests without
    // pause. A `for` needs no pause: its items run out.
    await pause(this.#shell.machine, frame.items === null ? this.#shell.machine.delays.retry : 0);
    if (frame.items === null) return frame.head;
    this.#shell.variables.set(variable, next ?? '');
    Object.assign(frame, { active: true, items: [variable, ...rest] });
    return frame.head + 1;
  }

  #leaveRound(forGood: boolean): void {
    for (const frame of this.#frames.toReversed()) {
      frame.active = false;
      if (frame.kind !== 'loop') continue;
      frame.ended ||= forGood;
      return;
    }
  }
}
