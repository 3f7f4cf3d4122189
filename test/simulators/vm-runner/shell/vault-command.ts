import { sendFrom } from '../machine-http.ts';
import { fieldOf } from '../vault-field.ts';
import { type CommandCall, type CommandResult, environmentOf, failure, success } from './shell.ts';

/**
 * The commands of Vault's command line that machines use: `write`, `read` and `kv get`. Each sends the requests that
 * the real program sends. `kv get` first asks whether the mount is versioned.
 */
export async function vault(call: CommandCall): Promise<CommandResult> {
  const { flags, words } = argumentsOf(call.args);
  const [verb, second = '', ...others] = words;
  if (verb === 'write') return shown(await ask(call, flags, second, bodyOf(call, others)), flags);
  if (verb === 'read') return shown(await ask(call, flags, second), flags);
  if (verb !== 'kv' || second !== 'get') return success();
  const path = [flags.get('mount'), others[0]].filter(Boolean).join('/');
  const preflight = await ask(call, flags, `sys/internal/ui/mounts/${path}`);
  if (preflight.code !== 0) return preflight;
  const mount = String(fieldOf(preflight.stdout, 'path') ?? '').replace(/\/$/, '');
  return shown(await ask(call, flags, `${mount}/data/${path.slice(mount.length + 1)}`), flags);
}

/** Flags are `-name=value` and may stand anywhere between the words. Words of the form `name=value` stay unchanged. */
function argumentsOf(args: string[]) {
  const flags = new Map<string, string>();
  for (const [, name = '', value = ''] of args
    .map((arg) => /^--?([\w-]+)(?:=(.*))?$/s.exec(arg))
    .filter((one) => one !== null)) {
    flags.set(name, value);
  }
  return { flags, words: args.filter((arg) => !arg.startsWith('-') || arg === '-') };
}

/** The request's body, from words of the form `name=value`, `name=@file` or `name=-`. */
function bodyOf({ shell, stdin }: CommandCall, words: string[]): string {
  const fields = words.map((word) => {
    const [name = '', ...rest] = word.split('=');
    const value = rest.join('=');
    if (value === '-') return [name, stdin.trim()];
    return [name, value.startsWith('@') ? (shell.machine.files.get(value.slice(1)) ?? '').trim() : value];
  });
  return JSON.stringify(Object.fromEntries(fields));
}

async function ask(
  call: CommandCall,
  flags: Map<string, string>,
  path: string,
  body: string | null = null,
): Promise<CommandResult> {
  const { machine } = call.shell;
  const environment = environmentOf(call);
  const address = flags.get('address') ?? environment.get('VAULT_ADDR') ?? 'https://127.0.0.1:8200';
  const token = environment.get('VAULT_TOKEN') ?? machine.files.get('/root/.vault-token') ?? '';
  const certificate = environment.get('VAULT_CACERT');
  const { status, body: answer } = await sendFrom(machine, {
    url: `${address.replace(/\/$/, '')}/v1/${path}`,
    method: body === null ? 'GET' : 'PUT',
    headers: [
      ...(token === '' ? [] : [['x-vault-token', token] as [string, string]]),
      ['content-type', 'application/json'],
    ],
    body,
    followRedirects: true,
    ca: certificate === undefined ? null : (machine.files.get(certificate) ?? ''),
    verify: !flags.has('tls-skip-verify') && !/^(1|true)$/.test(environment.get('VAULT_SKIP_VERIFY') ?? ''),
    timeoutMs: 60_000,
  });
  if (status >= 200 && status < 300) return success(answer);
  return failure(2, `vault: ${status || 'no answer'} for ${path.split('/').slice(0, 3).join('/')}`);
}

function shown(result: CommandResult, flags: Map<string, string>): CommandResult {
  if (result.code !== 0 || flags.get('format') === 'json') return result;
  const field = flags.get('field');
  if (field === undefined) return result;
  const value = fieldOf(result.stdout, field);
  if (value === undefined) return failure(1, `vault: there is no field ${field}`);
  // Like the real program's `-field`, the output has no newline at the end.
  return success(typeof value === 'string' ? value : JSON.stringify(value));
}
