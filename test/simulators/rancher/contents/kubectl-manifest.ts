import { parseAllDocuments } from 'yaml';
import { isRecord } from '#test/simulators/kubernetes/objects/kubernetes-objects';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: Record<string, unknown>;
  [field: string]: unknown;
}

/** An error that ends kubectl, or that kubectl prints for one object before it goes on. */
export class KubectlError extends Error {}

type Read = { manifests: Manifest[]; problems: string[] };

/**
 * The objects of a file as kubectl reads them: YAML documents or JSON, and the items of each list. The first invalid
 * object ends the reading.
 */
export function parseManifests(text: string, file: string): Read {
  const problem = text.trimStart().startsWith('{') ? jsonProblem(text) : undefined;
  if (problem !== undefined) return { manifests: [], problems: [`error: error parsing ${file}: ${problem}`] };
  const manifests: Manifest[] = [];
  for (const document of parseAllDocuments(text, { logLevel: 'silent' })) {
    const [error] = document.errors;
    if (error) {
      const line = error.linePos?.[0].line ?? 1;
      const detail = `error converting YAML to JSON: yaml: line ${line}: ${error.code.toLowerCase().replaceAll('_', ' ')}`;
      return { manifests, problems: [`error: error parsing ${file}: ${detail}`] };
    }
    const given: unknown = document.toJS();
    if (given === null || given === undefined) continue;
    const problems = problemsOf(given);
    if (problems.length > 0) {
      const detail = `error validating data: [${problems.join(', ')}]`;
      const advice = 'if you choose to ignore these errors, turn validation off with --validate=false';
      return { manifests, problems: [`error: error validating "${file}": ${detail}; ${advice}`] };
    }
    manifests.push(...asManifests(given));
  }
  return { manifests, problems: [] };
}

function problemsOf(given: unknown): string[] {
  const fields = isRecord(given) ? given : {};
  return ['apiVersion', 'kind'].filter((field) => typeof fields[field] !== 'string').map((field) => `${field} not set`);
}

function asManifests(given: unknown): Manifest[] {
  if (!isRecord(given)) return [];
  const { apiVersion, kind, metadata, ...body } = given;
  const { items } = body;
  if (String(kind).endsWith('List') && Array.isArray(items)) return items.flatMap(asManifests);
  const meta = isRecord(metadata) ? metadata : {};
  return [{ apiVersion: String(apiVersion), kind: String(kind), metadata: meta, ...body }];
}

function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const at = /position (\d+)/.exec(said)?.[1];
    const position = at === undefined ? text.length : Number(at);
    const character = text[position];
    if (character === undefined) return 'unexpected EOF';
    const wanted = text.slice(0, position).trimEnd().endsWith('{') ? 'object key string' : 'value';
    return `json: offset ${position + 1}: invalid character '${character}' looking for beginning of ${wanted}`;
  }
}
