import { OPERATIONS } from '#infra/openapi/operations';
import { type Rule, ruleOf } from '#shared/domain/organizations/permission';
import { CALLER_KINDS, type CallerKind, expectedOf, RULES } from './caller-kinds.ts';

const COLUMNS = [
  'staff',
  'support',
  'owner',
  'manager',
  'admin',
  'member',
  'member of a project beside',
  'owner of another customer',
  'user without a role',
];
const kinds: readonly CallerKind[] = COLUMNS.flatMap((column) => CALLER_KINDS.filter(({ name }) => name === column));

function cellOf(rule: Rule, kind: CallerKind): string {
  const expected = expectedOf(rule, kind);
  if (expected === 'allowed') return 'yes';
  if (expected === 'forbidden') return '403';
  return rule.inBody ? '400' : '404';
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function notesOf({ seenBy, anywhere, opens }: Rule): string {
  if (opens) return 'not with a token that only reads';
  if (seenBy === 'anybody') return 'without a token, too';
  if (seenBy === 'person' || seenBy === 'own') return 'the thing is the member’s';
  return anywhere ? 'with a role anywhere' : '';
}

const rules = () =>
  RULES.map(([name, rule]) => [`\`${name}\``, ...kinds.map((kind) => cellOf(rule, kind)), notesOf(rule)]);

const routes = () =>
  Object.entries(OPERATIONS).flatMap(([segment, operations]) =>
    Object.entries(operations).map(([key, { rule, summary }]) => {
      const [method = '', path = ''] = key.split(' ');
      const address = segment === '' ? '/api/' : `/api/${segment}${path}`;
      return [`\`${method} ${address}\``, summary, `\`${rule}\``, ruleOf(rule).may === 'staff' ? 'staff' : ''];
    }),
  );

/** The full text of docs/permissions.md. */
export const permissionsPage = (): string => `# Who may do what

Made by \`npm run permissions\` from \`shared/domain/organizations/permission.ts\` and the operations of \`shared/contracts/rest\`; a test compares it.
\`test/integration/api/permissions\` asks every route in the name of everybody and compares the answers.

**yes**: done, or refused for what the body or the state is. **403**: seen, but not allowed. **404**: there is no such thing for this
caller; **400** instead, where the body names it. Whoever has no valid token, or is inactive, hears 401, but for what everybody may.

Owner is of the customer; manager, admin and member are of the project at hand. A role that has ended is none, from its very second
on. Roles are given until a time or for good (\`add_user\`, \`update_user\`): nobody gives one that lasts longer than their own right, and
managers and administrators of a project do not change their own role. Nothing keeps the last owner of a customer, as in Waldur: staff can
make another. Lists are refused to nobody: they have what the caller may see.

## Rules

${table(['rule', ...kinds.map(({ name }) => name), ''], rules())}

## Routes

${table(['route', 'what', 'rule', 'only'], routes())}
`;
