/** The binary operators, weakest first. The operators in one object have the same precedence. */
const LEVELS: Record<string, (left: number, right: number) => number>[] = [
  {
    '==': (left, right) => Number(left === right),
    '!=': (left, right) => Number(left !== right),
  },
  {
    '<=': (left, right) => Number(left <= right),
    '>=': (left, right) => Number(left >= right),
    '<': (left, right) => Number(left < right),
    '>': (left, right) => Number(left > right),
  },
  { '+': (left, right) => left + right, '-': (left, right) => left - right },
  {
    '*': (left, right) => left * right,
    '/': (left, right) => Math.trunc(left / right),
    '%': (left, right) => left % right,
  },
];

/** `$(( … ))` with integers, names and parentheses. An unset name is 0, as in a shell. */
export function arithmetic(expression: string, variable: (name: string) => string | undefined): number {
  const tokens = expression.match(/\d+|\w+|[<>=!]=|[-+*/%()<>]/g) ?? [];

  function operand(): number {
    const token = tokens.shift() ?? '0';
    if (token === '-') return -operand();
    if (token !== '(') return /^\d/.test(token) ? Number(token) : Number(variable(token) ?? 0) || 0;
    const inner = level(0);
    tokens.shift();
    return inner;
  }

  function level(depth: number): number {
    const operators = LEVELS[depth];
    if (!operators) return operand();
    let value = level(depth + 1);
    for (;;) {
      const join = operators[tokens[0] ?? ''];
      if (!join) return value;
      tokens.shift();
      value = join(value, level(depth + 1));
    }
  }

  return level(0);
}
