import { yamlText } from '#shared/domain/_core/text/yaml-text';
import { SETTING_NAMES, settings, variableOf } from './fields.ts';
import { type Difference, isHash, type Kept, type lostSettings } from './kept-settings.ts';
import { shown } from './redact-setting.ts';

const valueText = (name: string, value: unknown): string => (isHash(value) ? '(hidden)' : shown(name, value));

function withoutValue(name: Difference['name']): string {
  const fallback = settings.shape[name].safeParse(undefined).data;
  return fallback === undefined ? '(none)' : `(default: ${shown(name, fallback)})`;
}

/** A line about a difference: `alarmEmail: "ops@example.org" -> (lost)`. */
export function differenceLine({ name, kind, was, is }: Difference): string {
  const before = was === undefined ? withoutValue(name) : valueText(name, was);
  return `${name}: ${before} -> ${kind === 'lost' ? '(lost)' : valueText(name, is)}`;
}

/** Text of the error when a deployment would lose settings. The text names the command to run next. */
export function refusalText(stage: string, fileName: string | undefined, lost: readonly Difference[]): string {
  const lines = lost.map(
    ({ name, was }) => `  ${name} (${variableOf(name)}) was ${valueText(name, was)}; to remove it: --drop ${name}`,
  );
  const file = fileName ?? `paddock.${stage}.yaml`;
  const write = `\`npm run diff -- --stage ${stage} --write\` writes ${file} from the deployed settings.`;
  return [
    `Nothing was changed: stage ${stage} was deployed with settings that are not given now. Put each into ${file} or its variable, or pass --drop for it:`,
    ...lines,
    ...(fileName === undefined ? [write] : []),
  ].join('\n');
}

/** Text of the error when `--drop` names a setting that the deployment would not lose. */
export const strangeDropText = (strange: ReturnType<typeof lostSettings>['strange']): string =>
  strange
    .map(
      ({ name, meant }) =>
        `--drop ${name}: the deployment loses no setting of this name${meant ? `; did you mean ${meant}?` : '.'}`,
    )
    .join('\n');

/** The text of `paddock.<stage>.yaml`, made from the deployed settings of a stage. */
export function fileText(stage: string, kept: Kept): string {
  const given = SETTING_NAMES.filter((name) => name !== 'stage' && kept[name] !== undefined);
  const hidden = given.filter((name) => isHash(kept[name]));
  const known = given.filter((name) => !hidden.includes(name)).map((name) => [name, kept[name]]);
  return [
    '# yaml-language-server: $schema=docs/paddock.schema.json',
    `# The deployed settings of stage ${stage}. docs/configuration.md explains each setting.`,
    yamlText({ stage, ...Object.fromEntries(known) }).trimEnd(),
    ...hidden.map(
      (name) => `# ${name}: the stack keeps only its hash. Give it in its variable, or here if it is not secret.`,
    ),
    '',
  ].join('\n');
}
