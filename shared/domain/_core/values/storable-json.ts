/** The store allows 32 levels. A document is a few levels below the top of its record. */
const MAX_LEVELS = 20;
/** The store refuses numbers that are nearer to zero. */
const SMALLEST = 1e-100;

const isStorableNumber = (value: number): boolean =>
  value === 0 || (Math.abs(value) <= Number.MAX_SAFE_INTEGER && Math.abs(value) >= SMALLEST);

function problemOf(value: unknown): string | undefined {
  if (typeof value === 'number' && !isStorableNumber(value))
    return `Enter numbers of at most ${Number.MAX_SAFE_INTEGER}, or put the number in quotes.`;
  const isObject = typeof value === 'object' && value !== null;
  return isObject && Object.hasOwn(value, '') ? 'Enter names of at least one character.' : undefined;
}

/** What is wrong with JSON that is to be stored as it is. Undefined if the store can keep it. */
export function storageProblem(document: unknown): string | undefined {
  let level: unknown[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) return `Ensure this is nested at most ${MAX_LEVELS} levels deep.`;
    const [problem] = level.flatMap((value) => problemOf(value) ?? []);
    if (problem !== undefined) return problem;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return undefined;
}
