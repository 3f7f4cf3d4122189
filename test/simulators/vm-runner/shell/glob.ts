/** Converts a shell pattern (`*`, `?`, `[…]`) to the source of a regular expression. Quoted parts match literally. */
export function globSource(pattern: string): string {
  return [...pattern.matchAll(/'([^']*)'|"([^"]*)"|\\(.)|(\*)|(\?)|(\[[^\]]+\])|(.)/gs)]
    .map(([, single, double, escaped, star, one, set, plain]) => {
      if (star) return '.*';
      if (one) return '.';
      if (set) return set.replace('[!', '[^');
      return (single ?? double ?? escaped ?? plain ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    })
    .join('');
}

/** The rest of a value after `${name#pattern}`, `##`, `%` or `%%`. `##` and `%%` remove the longest match. */
export function withoutGlob(value: string, operator: string, pattern: string): string {
  const ends = Array.from({ length: value.length + 1 }, (_, length) => length);
  const whole = new RegExp(`^${globSource(pattern)}$`, 's');
  const isPrefix = operator.startsWith('#');
  const cut = (length: number) => (isPrefix ? value.slice(0, length) : value.slice(value.length - length));
  const found = (operator.length > 1 ? ends.toReversed() : ends).find((length) => whole.test(cut(length)));
  if (found === undefined) return value;
  return isPrefix ? value.slice(found) : value.slice(0, value.length - found);
}
