import { z } from 'zod';
import { OperatorError } from '../local/operator-error.ts';
import { wordsOf } from './field.ts';
import { SETTING_NAMES, type SettingName, type Settings, settings, variableOf } from './fields.ts';
import { hasPassword, shown } from './redact-setting.ts';
import { brokenRules } from './rules.ts';
import { findStageFile, readStageFile, type StageFile } from './stage-file.ts';

/**
 * Sources of settings. If several sources have a setting, the context takes precedence over the environment, and the
 * environment takes precedence over the file.
 */
export interface Sources {
  /** Returns the value of `--context <name>=<value>`. The name `config` gives the path of the configuration file. */
  readonly context: (name: string) => unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of `paddock.<stage>.yaml`. By default the repository's folder. */
  readonly folder?: string;
}

export interface StageConfiguration {
  readonly stage: string;
  readonly file?: StageFile;
  readonly values: Settings;
  /** The settings that any of the sources has. `stage` is always included. */
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

function gather(sources: Sources, file: StageFile | undefined): [SettingName, Given | undefined][] {
  const inFile = (name: SettingName): Given | undefined => {
    const found = file?.settings[name];
    return found && { ...found, isInFile: true };
  };
  return SETTING_NAMES.map((name) => [name, spoken(name, sources) ?? inFile(name)]);
}

/** The stage of a file. If the file's setting `stage` is not a string, returns its value, so that it is refused. */
function stageOf(file: StageFile | undefined): Given {
  const wrong = file?.stage === undefined ? file?.settings.stage : undefined;
  return wrong ?? { value: file?.stage ?? DEFAULT_STAGE, where: file?.name ?? 'no place' };
}

/** The faults of the file's stage, which is not used if another source gives the stage. */
function strangeStage(file: StageFile | undefined, chosen: Given | undefined): string[] {
  const inFile = file?.settings.stage;
  if (!chosen || !file) return [];
  if (file.stage === undefined) return inFile ? wrongValue('stage', { ...inFile, isInFile: true }) : [];
  if (chosen.value === file.stage) return [];
  return [
    `stage is ${JSON.stringify(chosen.value)} in ${chosen.where}; expected ${file.stage}, the stage of ${file.name}.`,
  ];
}

/**
 * Reads all settings of a stage. Account and region are left out, because they come from the credentials.
 * @throws OperatorError with one line for each fault
 */
export function readStage(sources: Sources): StageConfiguration {
  const chosen = spoken('stage', sources);
  const file = fileOf(chosen?.value, sources);
  const stage = chosen ?? stageOf(file);
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

/** The first line of the error about a wrong configuration. A line for each fault follows. */
export const FAULTY = 'The configuration is not valid';

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
 * Parses the value of a field, given as text in the environment or on the command line. Invalid text is returned
 * unchanged, so that the error shows the text that the operator wrote.
 */
const valueOfText = (schema: z.ZodType, text: string): unknown => READERS[kindOf(schema)]?.(text) ?? text;

/** A value as it was given, before validation. */
interface Given {
  readonly value: unknown;
  /** The place where the value was given. Messages show it after the word `in`. */
  readonly where: string;
  readonly isInFile?: true;
}

type Path = z.core.$ZodIssue['path'];

/** The full name of a value inside a field: `signInReturnUrls[1]`, `roleRequirement.server.cpu`. */
const nameOf = (name: string, path: Path): string =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`), name);

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, key) => (isRecord(found) ? found[String(key)] : undefined), value);
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function wrongValue(name: SettingName, { value, where, isInFile }: Given): string[] {
  const field = settings.shape[name];
  if (value === null) return [`${name} has no value in ${where}; expected ${expectationOf(field)}.`];
  if (isInFile && hasPassword(value)) {
    return [
      `${name} contains a password in ${where}; expected the address in ${variableOf(name)}, because a file must not contain passwords.`,
    ];
  }
  const { error } = field.safeParse(value);
  return (error?.issues ?? []).map(({ path }) => {
    const found = at(value, path);
    const what = found === undefined ? 'missing' : shown(name, found);
    return `${nameOf(name, path)} is ${what} in ${where}; expected ${expectationOf(field)}.`;
  });
}

const bounds = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
});

/** Joins items to `a, b or c`. */
const choice = (items: readonly unknown[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;

const FORMATS: Partial<Record<string, string>> = {
  email: 'an e-mail address',
  uri: 'an address such as https://host.example.org',
};

/**
 * zod gives every integer in the JSON Schema the bounds of JavaScript's safe integers. Errors do not show these bounds,
 * because they are not limits of the setting.
 */
const isBound = (number: number | undefined): number is number =>
  number !== undefined && Math.abs(number) < Number.MAX_SAFE_INTEGER;

function numberWords({ type, minimum, maximum, exclusiveMinimum }: z.infer<typeof bounds>): string {
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  if (isBound(minimum) && isBound(maximum)) return `${kind} from ${minimum} to ${maximum}`;
  if (isBound(minimum)) return `${kind}, ${minimum} or more`;
  return isBound(exclusiveMinimum) ? `${kind} above ${exclusiveMinimum}` : kind;
}

export function expectationOf(schema: z.ZodType): string {
  const { expects } = wordsOf(schema);
  if (expects !== undefined) return expects;
  const found = bounds.parse(z.toJSONSchema(schema, { io: 'input' }));
  if (found.enum) return choice(found.enum);
  if (found.type === 'integer' || found.type === 'number') return numberWords(found);
  if (found.type === 'boolean') return 'true or false';
  return FORMATS[found.format ?? ''] ?? 'a text';
}
