import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { likelyName } from '#shared/domain/_core/text/nearest-name';
import { isSettingName, SETTING_NAMES, type SettingName } from './fields.ts';
import { placeFields, STAGE_NAME } from './fields-of-the-stage.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface FileSetting {
  readonly value: unknown;
  /** File and line, for messages, such as `paddock.prod.yaml, line 7`. */
  readonly where: string;
}

export interface StageFile {
  /** The file's path as messages show it. */
  readonly name: string;
  readonly path: string;
  /** The stage in the file's name, or in its setting `stage`. */
  readonly stage?: string;
  readonly settings: Partial<Record<SettingName, FileSetting>>;
  /** The faults of the file, one sentence each. */
  readonly faults: readonly string[];
}

const FILE_NAME = /^paddock\.([a-z][a-z0-9-]{0,19})\.yaml$/;

/** The path of a stage's file, even if the file does not exist. */
export const pathOfStage = (stage: string, folder = ROOT): string => join(folder, `paddock.${stage}.yaml`);

export const stagesWithFile = (folder = ROOT): string[] =>
  readdirSync(folder).flatMap((name) => FILE_NAME.exec(name)?.[1] ?? []);

/** Reads the file of a stage. Undefined if the file does not exist, or if the stage's name is not valid. */
export function findStageFile(stage: string, folder = ROOT): StageFile | undefined {
  const path = pathOfStage(stage, folder);
  return STAGE_NAME.test(stage) && existsSync(path) ? readStageFile(path) : undefined;
}

/** The path of a file as messages show it: relative if the file is below the current folder. */
export function namedFromHere(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? resolve(path) : fromHere;
}

/** Reads a file. A relative path is relative to the current folder. */
export function readStageFile(path: string): StageFile {
  const absolute = resolve(path);
  const name = namedFromHere(absolute);
  if (!existsSync(absolute)) return { name, path: absolute, settings: {}, faults: [`There is no file ${name}.`] };
  return { path: absolute, ...parseStageFile(name, readFileSync(absolute, 'utf8')) };
}

/**
 * Parses a file into settings and faults. This function checks only the names of settings. `readStage` checks their
 * values.
 */
export function parseStageFile(name: string, text: string): Omit<StageFile, 'path'> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const whereOf = (offset: number): string => `${name}, line ${lines.linePos(offset).line}`;
  const broken = document.errors.map(({ message, pos }) => `${whereOf(pos[0])}: ${message.split('\n')[0]}`);
  if (broken.length > 0) return { name, settings: {}, faults: broken };
  if (document.contents === null) return withStage({ name, settings: {}, faults: [] });
  if (!isMap(document.contents)) return { name, settings: {}, faults: [`${name} is not a list of \`name: value\`.`] };
  const values: Record<string, unknown> = document.toJS();
  const settings: Partial<Record<SettingName, FileSetting>> = {};
  const faults: string[] = [];
  for (const { key } of document.contents.items) {
    const given = isScalar(key) ? String(key.value) : String(key);
    const where = whereOf(isScalar(key) ? (key.range?.[0] ?? 0) : 0);
    if (isSettingName(given)) settings[given] = { value: values[given], where };
    else faults.push(unknownName(given, where));
  }
  return withStage({ name, settings, faults });
}

function unknownName(given: string, where: string): string {
  if (given in placeFields) return `${given} in ${where} is not allowed: it comes from the AWS environment.`;
  const meant = likelyName(given, SETTING_NAMES);
  const hint = meant ? `did you mean ${meant}?` : 'docs/configuration.md has all names.';
  return `${JSON.stringify(given)} in ${where} is not a setting: ${hint}`;
}

/** Adds the stage that the file's name or its setting `stage` gives. If both give a stage, they must agree. */
function withStage(file: Omit<StageFile, 'path' | 'stage'>): Omit<StageFile, 'path'> {
  const named = FILE_NAME.exec(basename(file.name))?.[1];
  const given = file.settings.stage;
  if (named !== undefined && given !== undefined && given.value !== named) {
    const fault = `stage is ${JSON.stringify(given.value)} in ${given.where}; expected ${named}, as in the file’s name.`;
    return { ...file, stage: named, faults: [...file.faults, fault] };
  }
  const stage = named ?? given?.value;
  if (typeof stage === 'string') return { ...file, stage };
  if (given !== undefined) return file; // `readStage` reports a value that is not a string.
  return { ...file, faults: [...file.faults, `${file.name} does not name its stage: it needs a \`stage\`.`] };
}
