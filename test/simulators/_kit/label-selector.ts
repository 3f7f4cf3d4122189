/**
 * Whether labels satisfy a Kubernetes selector made of `key=value`, `key==value`, `key!=value`, `key>1`, `key<1`, `key in (a,b)`,
 * `key notin (a,b)`, `key` and `!key`, joined by commas; all must hold. An empty selector selects everything.
 */
export function matchesSelector(labels: Record<string, string>, selector = ''): boolean {
  return selector
    .split(/,(?![^(]*\))/)
    .map((requirement) => requirement.trim())
    .filter(Boolean)
    .every((requirement) => holds(labels, requirement));
}

function holds(labels: Record<string, string>, requirement: string): boolean {
  const [, inKey = '', word, list = ''] = /^(\S+)\s+(in|notin)\s*\((.*)\)$/.exec(requirement) ?? [];
  const values = list.split(',').map((value) => value.trim());
  if (word === 'in') return inKey in labels && values.includes(labels[inKey] ?? '');
  if (word === 'notin') return !(inKey in labels && values.includes(labels[inKey] ?? ''));
  const [, than = '', sign, bound] = /^([^<>]+)([<>])(.*)$/.exec(requirement) ?? [];
  if (sign) return compares(labels[than.trim()], sign, Number(bound));
  const [, key = '', operator, value] = /^([^=!]+?)\s*(!=|==?)\s*(.*)$/.exec(requirement) ?? [];
  if (operator) return operator === '!=' ? labels[key] !== value : labels[key] === value;
  return requirement.startsWith('!') ? !(requirement.slice(1).trim() in labels) : requirement in labels;
}

/** If the label is missing, or its value is not a whole number, `>` and `<` are both false. */
const compares = (label: string | undefined, sign: string, bound: number): boolean =>
  label !== undefined && /^-?\d+$/.test(label) && (sign === '>' ? Number(label) > bound : Number(label) < bound);
