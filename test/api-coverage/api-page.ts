import { ENDPOINTS } from './endpoints.ts';
import { COVERED, type CoveredRoute, type RecordedRoutes, recordedRoutes, routesOf } from './recorded-routes.ts';

const MOST_FILES = 3;
const code = (text: string): string => `\`${text}\``;
const short = (file: string): string => file.replace('test/integration/', '').replace('.int.test.ts', '');

function row(recorded: RecordedRoutes, { segment, method, below, summary, name }: CoveredRoute): string {
  const { files = [], rancher = [] } = recorded[name] ?? {};
  const more = files.length > MOST_FILES ? `, ${files.length - MOST_FILES} more` : '';
  const tests = files.slice(0, MOST_FILES).map((file) => code(short(file)));
  const calls = rancher.map(code).join('<br>') || 'none';
  return `| ${code(`${method} /api/${segment}${below}`)} | ${summary} | ${tests.join(', ')}${more} | ${calls} |`;
}

const collection = (recorded: RecordedRoutes, segment: string, what: string): string =>
  [
    `### ${segment}\n\nFor ${what}.\n`,
    ...['| route | what it does | tests | calls to Rancher |', '| --- | --- | --- | --- |'],
    ...routesOf(segment).map((route) => row(recorded, route)),
  ].join('\n');

/** docs/api.md, whole. */
export function apiPage(recorded: RecordedRoutes = recordedRoutes()): string {
  const parts = Object.entries(ENDPOINTS).flatMap(([part, segments]) => [
    `## ${part}`,
    ...Object.entries(segments).map(([segment, what]) => collection(recorded, segment, what)),
  ]);
  return [
    '# Endpoints of Waldur’s Rancher integration',
    `Made by \`npm run api-docs\`, which runs the integration suite and notes each call that succeeds; a test compares the page with the
routes. The tests are files in \`test/integration\`. The calls are those that the route itself makes within the call: what
state machines ask of Rancher afterwards is not among them. All ${COVERED.length} routes have a test.`,
    ...parts,
  ]
    .join('\n\n')
    .concat('\n');
}
