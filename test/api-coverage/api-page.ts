import { MACHINE_NAMES } from '#machines/machine-names';
import { ENDPOINTS } from './endpoints.ts';
import { type MachineRun, machineRuns } from './machine-runs.ts';
import { COVERED, type CoveredRoute, type RecordedRoutes, recordedRoutes, routesOf } from './recorded-routes.ts';
import { type RecordedSteps, recordedSteps } from './recorded-steps.ts';

const MAX_FILES = 3;
const code = (text: string): string => `\`${text}\``;
const short = (file: string): string => file.replace('test/integration/', '').replace('.int.test.ts', '');

type Recorded = { routes: RecordedRoutes; steps: RecordedSteps };
const calls = (rancher: readonly string[]): string => rancher.map(code).join('<br>') || 'none';

const afterwards = ({ machine, startedBy }: MachineRun): string =>
  `[${code(machine)}](#${machine})${startedBy === undefined ? '' : ` where ${code(startedBy)} starts it`}`;

function row({ routes, steps }: Recorded, { segment, method, below, summary, name }: CoveredRoute): string {
  const { files, rancher, starts } = routes[name] ?? { files: [], rancher: [], starts: [] };
  const more = files.length > MAX_FILES ? `, ${files.length - MAX_FILES} more` : '';
  const tests = files.slice(0, MAX_FILES).map((file) => code(short(file)));
  const runs = machineRuns(starts, steps).map(afterwards).join(', ');
  const asked = `${calls(rancher)}${runs === '' ? '' : `<br>afterwards, by ${runs}`}`;
  return `| ${code(`${method} /api/${segment}${below}`)} | ${summary} | ${tests.join(', ')}${more} | ${asked} |`;
}

/**
 * The section about a state machine: each step's requests to Rancher.
 * @throws if a step has no recorded facts
 */
function machineSection(recorded: RecordedSteps, { machine, steps }: MachineRun): string {
  const asked = steps.map((step) => {
    const { rancher } = recorded[step] ?? missing(machine, step);
    return { step: code(step), rancher };
  });
  const silent = asked.filter(({ rancher }) => rancher.length === 0).map(({ step }) => step);
  const rows = asked.filter(({ rancher }) => rancher.length > 0).map((it) => `| ${it.step} | ${calls(it.rancher)} |`);
  return [
    `### ${machine}`,
    ...(rows.length > 0 ? [['| step | calls to Rancher |', '| --- | --- |', ...rows].join('\n')] : []),
    `Without a call to Rancher: ${silent.join(', ') || 'none'}.`,
  ].join('\n\n');
}

function missing(machine: string, step: string): never {
  throw new Error(`no test of the recording has run ${step} of ${machine}: run \`npm run api-docs\``);
}

function machineSections({ routes, steps }: Recorded): string[] {
  const starts = Object.values(routes).flatMap((route) => route.starts);
  const runs = [...new Set(starts)].flatMap((start) => machineRuns([start], steps));
  const byName = new Map(runs.map((run) => [run.machine, run]));
  return MACHINE_NAMES.flatMap((name) => byName.get(name) ?? []).map((run) => machineSection(steps, run));
}

const collection = (recorded: Recorded, segment: string, what: string): string =>
  [
    `### ${segment}\n\nFor ${what}.\n`,
    ...['| route | what it does | tests | calls to Rancher |', '| --- | --- | --- | --- |'],
    ...routesOf(segment).map((route) => row(recorded, route)),
  ].join('\n');

/** The complete text of docs/api.md. */
export function apiPage(routes: RecordedRoutes = recordedRoutes(), steps: RecordedSteps = recordedSteps()): string {
  const parts = Object.entries(ENDPOINTS).flatMap(([part, segments]) => [
    `## ${part}`,
    ...Object.entries(segments).map(([segment, what]) => collection({ routes, steps }, segment, what)),
  ]);
  return [
    '# Endpoints of Waldur’s Rancher integration',
    `Made by \`npm run api-docs\`, which runs the integration suite and records each call of the API, and each step of a state machine, that
succeeds. All ${COVERED.length} routes have a test; the tests are files in \`test/integration\`. A route is shown with its calls to Rancher
before it answers, and with the state machines that can run afterwards. [Below](#state-machines) is what their steps ask of Rancher.
Jobs that run on a schedule are not shown.`,
    ...parts,
    '## State machines',
    'Not every run takes all of the steps.',
    ...machineSections({ routes, steps }),
  ]
    .join('\n\n')
    .concat('\n');
}
