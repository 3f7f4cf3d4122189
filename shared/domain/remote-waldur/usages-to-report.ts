type Amount = { type: string; amount: string };

/**
 * The figures of a month that are new or higher than in the remote Waldur. Lower figures are left out, because usage
 * only grows within a month. Components that Waldur does not know are left out. Amounts have two decimal places.
 */
export function usagesToReport(
  measured: readonly Amount[],
  known: readonly Amount[],
  components: readonly string[],
): Amount[] {
  const there = new Map(known.map(({ type, amount }) => [type, Number(amount)]));
  return measured
    .filter(({ type, amount }) => components.includes(type) && Number(amount) > (there.get(type) ?? -1))
    .map(({ type, amount }) => ({ type, amount }));
}
