import { OPERATIONS } from '#infra/openapi/operations';
import { declaredRootFields } from '#shared/contracts/rest/_core/root-fields';
import { type Rule, ruleOf } from '#shared/domain/organizations/permission';
import { GIVES } from '#shared/domain/organizations/root-fields';
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
  if (seenBy === 'person' || seenBy === 'own') return 'the object is the member’s';
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

/** Each call whose body may have fields that are as good as root, with these fields. */
export const ROOT_FIELD_CALLS = Object.entries(OPERATIONS).flatMap(([segment, operations]) =>
  Object.entries(operations).flatMap(([key, { rule, body }]) => {
    const fields = body ? declaredRootFields(body) : [];
    const [method = '', path = ''] = key.split(' ');
    return fields.length === 0 ? [] : [{ call: `${method} /api/${segment}${path}`, rule, fields }];
  }),
);

const byField = (): string[][] => {
  const all = ROOT_FIELD_CALLS.flatMap(({ call, fields }) => fields.map(({ path, gives }) => ({ call, path, gives })));
  const paths = [...new Set(all.map(({ path }) => path))].sort();
  return paths.map((path) => {
    const of = all.filter((one) => one.path === path);
    const gives = of[0] ? GIVES[of[0].gives] : '';
    return [`\`${path}\``, gives, of.map(({ call }) => `\`${call}\``).join(', ')];
  });
};

/** The full text of docs/permissions.md. */
export const permissionsPage = (): string => `# Who may do what

Made by \`npm run permissions\` from \`shared/domain/organizations/permission.ts\` and the operations of \`shared/contracts/rest\`; a test compares it.
\`test/integration/api/permissions\` calls every route as every kind of user and compares the answers.

**yes**: the call is carried out, or refused because of its body or the object's state. **403**: the caller sees the object, but may not
do this. **404**: the caller does not see the object; **400** if the body names the object. A call without a valid token, or by an
inactive user, is answered with 401. Rules that need no token are the exception.

An owner has a role in the customer. Managers, admins and members have a role in the project of the object. A role that has ended gives
no rights, from that second on. Roles are given until a time or without an end (\`add_user\`, \`update_user\`). Nobody gives a role that
lasts longer than their own right. Managers and administrators of a project do not change their own role. The last owner of a customer
can be removed, as in Waldur. Staff can then add another owner. No list is refused: it contains what the caller may see.

## Rules

${table(['rule', ...kinds.map(({ name }) => name), ''], rules())}

## Fields that are as good as root

Whoever sets one of these fields controls the machines or the API of a cluster, whatever the rule of the call says. So a call that sets one of them
for a cluster that exists also needs the rule \`cluster.set_root_fields\`. Otherwise the answer is 403 and names the fields. In an order, the approver counts:
everybody who may approve orders has this rule. Those who have it see the values; for others, manifests, user data and arguments are left out. A change that raises the price
of a cluster needs \`cluster.raise_price\`, as an order needs an approval
([decision 115](decisions/0115-fields-that-are-as-good-as-root.md)).

${table(['field', 'whoever sets it', 'calls'], byField())}

## Routes

${table(['route', 'what', 'rule', 'only'], routes())}
`;
