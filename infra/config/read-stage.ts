import { z } from 'zod';
import { OperatorError } from '../local/operator-error.ts';
import { SETTING_NAMES, type SettingName, type Settings, settings, variableOf } from './fields.ts';
import { brokenRules } from './rules.ts';
import { findStageFile, readStageFile, type StageFile } from './stage-file.ts';
import { type Given, wrongValue } from './wrong-value.ts';

/** Sources of settings. The first that has a setting wins: context, environment, file. */
export interface Sources {
  /** `--context <field>=<value>`, and `config`, which names the file. */
  readonly context: (name: string) => unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of `paddock.<stage>.yaml`. Default: the repository's folder. */
  readonly folder?: string;
}

export interface StageConfiguration {
  readonly stage: string;
  readonly file?: StageFile;
  /** All settings, defaults included. */
  readonly values: Settings;
  /** The settings that were given, and the stage. */
  readonly given: Partial<Settings>;
}

const DEFAULT_STAGE = settings.shape.stage.parse(undefined);

function spoken(name: SettingName, { context, env }: Sources): Given | undefined {
  const ofText = (text: unknown) => (typeof text === 'string' ? valueOfText(settings.shape[name], text) : text);
  const fromContext = context(name);
  if (fromContext !== undefined) return { value: ofText(fromContext), where: `--context ${name}` };
  const variable = variableOf(name);
  const text = env[variable];
  return text === undefined ? undefined : { value: ofText(text), where: variable };
}

function fileOf(stage: unknown, { context, folder }: Sources): StageFile | undefined {
  const named = context('config');
  return typeof named === 'string' ? readStageFile(named) : findStageFile(String(stage ?? DEFAULT_STAGE), folder);
}

/** Each setting, with its value if it was given. */
function gather(sources: Sources, file: StageFile | undefined): [SettingName, Given | undefined][] {
  const inFile = (name: SettingName): Given | undefined => {
    const found = file?.settings[name];
    return found && { ...found, isInFile: true };
  };
  return SETTING_NAMES.map((name) => [name, spoken(name, sources) ?? inFile(name)]);
}

function strangeStage(file: StageFile | undefined, chosen: Given | undefined): string[] {
  if (!chosen || file?.stage === undefined || chosen.value === file.stage) return [];
  return [
    `stage is ${JSON.stringify(chosen.value)} in ${chosen.where}; expected ${file.stage}, the stage of ${file.name}.`,
  ];
}

/**
 * Reads all settings of a stage, without account and region, which come from the credentials.
 * @throws OperatorError with a line for each fault
 */
export function readStage(sources: Sources): StageConfiguration {
  const chosen = spoken('stage', sources);
  const file = fileOf(chosen?.value, sources);
  const stage = chosen ?? { value: file?.stage ?? DEFAULT_STAGE, where: file?.name ?? 'no place' };
  const faults = [...(file?.faults ?? []), ...strangeStage(file, chosen)];
  const values: Record<string, unknown> = {};
  const where = new Map<string, string>();
  for (const [name, found] of gather(sources, file)) {
    const given = name === 'stage' ? stage : found;
    const wrong = given ? wrongValue(name, given) : [];
    faults.push(...wrong);
    if (wrong.length > 0) continue;
    values[name] = settings.shape[name].parse(given?.value);
    if (given) where.set(name, given.where);
  }
  faults.push(...brokenRules({ values, where }));
  if (faults.length > 0) throw new OperatorError(faultsText(stage.value, faults));
  const all = settings.parse(values);
  const given = Object.entries(all).filter(([name]) => where.has(name));
  return { stage: all.stage, ...(file && { file }), values: all, given: Object.fromEntries(given) };
}

/** The start of the message about a wrong configuration. A line for each fault follows. */
export const FAULTY = 'The configuration is not right';

const faultsText = (stage: unknown, faults: readonly string[]): string =>
  [`${FAULTY} (stage ${String(stage)}):`, ...[...new Set(faults)].map((fault) => `  ${fault}`)].join('\n');

const flag = z.stringbool();

function kindOf(schema: z.core.$ZodType): string {
  const { def } = schema._zod;
  return 'innerType' in def && def.innerType instanceof z.core.$ZodType ? kindOf(def.innerType) : def.type;
}

function valueOfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const numberOf = (text: string): unknown => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text));

const READERS: Partial<Record<string, (text: string) => unknown>> = {
  number: numberOf,
  literal: numberOf,
  boolean: (text) => flag.safeParse(text).data ?? text,
  array: (text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  object: valueOfJson,
  record: valueOfJson,
};

/**
 * What a text of the environment or of the command line stands for in a field. A text that stands for nothing there stays a text, which
 * the field then refuses as it was given.
 */
const valueOfText = (schema: z.ZodType, text: string): unknown => READERS[kindOf(schema)]?.(text) ?? text;
