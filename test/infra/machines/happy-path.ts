import type { Asl, State } from '../asl.ts';

/** The conditions of Choices that are true when all goes well. */
const HOPED = ['ready', 'gone', 'alone'].map((answer) => `{% $states.input.${answer} %}`);

function nextWhenAllIsWell(id: string, { Type, Choices, Default, Next }: State): string | undefined {
  if (Type !== 'Choice') return Next;
  return Choices.find(({ Condition }) => HOPED.includes(Condition))?.Next ?? Default ?? Choices[0]?.Next ?? id;
}

/**
 * The states that are entered, in order, when every step succeeds at once.
 * @param decisions the next state of each Choice that does not depend on success
 */
export function happyPath({ StartAt, States }: Asl, decisions: Record<string, string> = {}): string[] {
  const path: string[] = [];
  for (let id: string | undefined = StartAt; id !== undefined; ) {
    const state: State | undefined = States[id];
    if (!state || path.includes(id)) throw new Error(`the path ends in ${id}`);
    path.push(id);
    id = decisions[id] ?? nextWhenAllIsWell(id, state);
  }
  return path;
}
