import { gunzipSync } from 'node:zlib';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { BootStopped } from './machine.ts';

const command = z.union([z.string(), z.array(z.coerce.string())]);
const modules = z.looseObject({
  hostname: z.string().optional(),
  bootcmd: z.array(command).default([]),
  write_files: z
    .array(
      z.looseObject({
        path: z.string(),
        content: z.string().default(''),
        encoding: z.string().default('text/plain'),
        append: z.boolean().default(false),
      }),
    )
    .default([]),
  ca_certs: z.looseObject({ trusted: z.array(z.string()).default([]) }).default({ trusted: [] }),
  disk_setup: z.record(z.string(), z.unknown()).default({}),
  fs_setup: z.array(z.looseObject({ device: z.string(), label: z.string().optional() })).default([]),
  mounts: z.array(z.array(z.coerce.string())).default([]),
  packages: z.array(z.union([z.string(), z.array(z.string())])).default([]),
  runcmd: z.array(command).default([]),
  power_state: z.looseObject({ mode: z.string().optional() }).optional(),
  phone_home: z
    .looseObject({
      url: z.string(),
      post: z.union([z.literal('all'), z.array(z.string())]).default('all'),
      tries: z.coerce.number().default(10),
    })
    .optional(),
});

export type CloudConfig = z.infer<typeof modules>;
export type CloudFile = CloudConfig['write_files'][number];

/**
 * Reads user data as cloud-init does. @throws BootStopped if cloud-init could not read the user data as cloud-config
 */
export function readCloudConfig(userData: Buffer): CloudConfig {
  const text = isGzip(userData) ? gunzipSync(userData).toString() : userData.toString();
  if (!/^#cloud-config\s*(\n|$)/.test(text)) throw new BootStopped('user data does not begin with #cloud-config');
  const document = parseDocument(text, { version: '1.1' });
  if (document.errors.length > 0) throw new BootStopped('user data is not valid YAML');
  const read = modules.safeParse(document.toJS() ?? {});
  if (read.success) return read.data;
  throw new BootStopped(`cloud-init cannot read ${read.error.issues[0]?.path.join('.') || 'the user data'}`);
}

/**
 * The text of a `write_files` entry: plain, base64, or gzip with or without base64. @throws BootStopped if the content
 * is not valid gzip
 */
export function contentOf({ path, content, encoding }: CloudFile): string {
  const base64 = /b(ase)?64/.test(encoding);
  const bytes = Buffer.from(content, base64 ? 'base64' : 'utf8');
  try {
    return (/gz/.test(encoding) ? gunzipSync(bytes) : bytes).toString();
  } catch {
    throw new BootStopped(`the content of ${path} is not gzip`);
  }
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * Converts a `runcmd` or `bootcmd` list to one shell script, as cloud-init does. A string becomes a line, and a list
 * becomes a line of quoted words.
 */
export function commandScript(commands: z.infer<typeof command>[]): string {
  return commands.map((entry) => (typeof entry === 'string' ? entry : entry.map(quoted).join(' '))).join('\n');
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
