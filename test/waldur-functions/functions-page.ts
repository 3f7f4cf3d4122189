import { type ClientFunction, clientFunctions, comparedFunctions } from './client-functions.ts';
import { reasonOf } from './lacking.ts';

const isServed = ({ key }: ClientFunction): boolean => key !== undefined;
const saidOf = (one: ClientFunction): string => (isServed(one) ? 'yes' : (reasonOf(one.segment, one.path)?.why ?? ''));
const row = (one: ClientFunction): string =>
  `| \`${one.name.split('.')[1]}\` | \`${one.method} ${one.path}\` | ${saidOf(one)} |`;

const section = ([segment, functions]: [string, ClientFunction[]]): string =>
  [
    `## ${segment}: ${functions.filter(isServed).length} of ${functions.length}`,
    ['| function | calls | Paddock has it |', '| --- | --- | --- |', ...functions.map(row)].join('\n'),
  ].join('\n\n');

/** The full text of docs/waldur-functions.md. */
export function functionsPage(): string {
  const all = comparedFunctions();
  const sections = [...Map.groupBy(all, ({ segment }) => segment)].map(section);
  return [
    '# Waldur’s functions and ours',
    `Made by \`npm run waldur-functions\` from the modules of \`waldur-api-client\` ${clientFunctions().version}, the operations of \`shared/contracts/rest\` and the reasons
in \`test/waldur-functions/lacking.ts\`; a test compares it. Of the client’s ${all.length} functions for collections that Paddock has, Paddock has the
route of ${all.filter(isServed).length}. \`test/e2e/clients/waldur-functions.e2e.test.ts\` calls each of these.`,
    ...sections,
  ]
    .join('\n\n')
    .concat('\n');
}
