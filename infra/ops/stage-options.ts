import { resolve } from 'node:path';
import { likelyName } from '#shared/domain/_core/text/nearest-name';
import { config } from '../config/fields.ts';
import { readStage, type Sources, type StageConfiguration } from '../config/read-stage.ts';
import { stagesWithFile } from '../config/stage-file.ts';
import { OperatorError } from '../local/operator-error.ts';

/** Options for `parseArgs`, for every command that reads a stage's configuration. */
export const STAGE_OPTIONS = {
  stage: { type: 'string' },
  config: { type: 'string' },
  context: { type: 'string', multiple: true },
} as const;
export const STAGE_USAGE = '[--stage <stage>] [--config <file>] [--context <field>=<value>]...';

export interface StageFlags {
  readonly stage?: string | undefined;
  readonly config?: string | undefined;
  readonly context?: readonly string[];
}

export interface ChosenStage {
  readonly configuration: StageConfiguration;
  /** Settings to pass to the CDK app. The app then reads the configuration itself. */
  readonly context: Record<string, string>;
}

/** Keys that `--context` may have although they are not fields of the configuration. */
const OF_THE_APP = ['functionsDir'];
const FIELDS: readonly string[] = config.keyof().options;

function pairOf(text: string): [string, string] {
  const [name = '', ...rest] = text.split('=');
  // A key with a colon or a slash belongs to CDK itself.
  const isKnown = [...OF_THE_APP, ...FIELDS].includes(name) || /[:/]/.test(name);
  if (isKnown && rest.length > 0) return [name, rest.join('=')];
  const meant = isKnown ? undefined : likelyName(name, FIELDS);
  const hint = meant ? `did you mean ${meant}?` : 'expected <field>=<value>; docs/configuration.md has the fields.';
  throw new OperatorError(`--context ${JSON.stringify(text)} is not a setting: ${hint}`);
}

/**
 * Refuses to choose a stage if no stage is named, `dev` has no file, and other stages have files. Otherwise the default
 * stage `dev` would be deployed by mistake.
 */
function refuseToGuess(context: Record<string, string>, { env, folder }: Pick<Sources, 'env' | 'folder'>): void {
  if (context.stage ?? context.config ?? env.PADDOCK_STAGE) return;
  const known = stagesWithFile(folder);
  if (known.length === 0 || known.includes('dev')) return;
  throw new OperatorError(
    `Name the stage, for example --stage ${known[0]}. These stages have a file: ${known.join(', ')}.`,
  );
}

/**
 * Reads the configuration of a stage from flags, environment and file.
 * @throws OperatorError with a line for each fault
 */
export function chosenStage(
  flags: StageFlags,
  sources: Pick<Sources, 'env' | 'folder'> = { env: process.env },
): ChosenStage {
  const context: Record<string, string> = {
    ...Object.fromEntries((flags.context ?? []).map(pairOf)),
    ...(flags.stage !== undefined && { stage: flags.stage }),
    ...(flags.config !== undefined && { config: resolve(flags.config) }),
  };
  refuseToGuess(context, sources);
  const configuration = readStage({ ...sources, context: (name) => context[name] });
  const { stage, file } = configuration;
  return { configuration, context: { ...context, stage, ...(file && { config: file.path }) } };
}
