import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const config = z.looseObject({
  bootcmd: z.array(z.union([z.string(), z.array(z.string())])).default([]),
  write_files: z.array(z.looseObject({ content: z.string(), encoding: z.string().optional() })).default([]),
});

/** The shell scripts in `bootcmd` and `write_files` of cloud-init texts, without duplicates. */
export function scriptsIn(texts: Iterable<string>): string[] {
  const scripts = [...texts].flatMap((text) => {
    const { bootcmd, write_files } = config.parse(parse(text, { version: '1.1' }));
    const files = write_files.map(({ content, encoding }) =>
      encoding === 'b64' ? Buffer.from(content, 'base64').toString() : content,
    );
    const commands = bootcmd.map((words) =>
      Array.isArray(words) ? `#!/bin/sh\n${words[2]}\n` : `#!/bin/sh\n${words}\n`,
    );
    return [...files.filter((content) => content.startsWith('#!')), ...commands];
  });
  return [...new Set(scripts)];
}

/** Runs `cloud-init schema --config-file` for all files in one process, since each start of the command takes long. */
const EACH_FILE = `
import json, io, sys, contextlib
from cloudinit.cmd.main import main
results = []
for path in sys.argv[1:]:
    said, code = io.StringIO(), 0
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            code = main(['cloud-init', 'schema', '--config-file', path]) or 0
        except SystemExit as end:
            code = end.code
    results.append([path.split('/')[-1], code, said.getvalue()])
print(json.dumps(results))
`;
const verdicts = z.array(z.tuple([z.string(), z.unknown(), z.string()]));
/** For each file: its name, the exit code of cloud-init and the output of cloud-init. */
export function cloudInitVerdicts(program: string, files: string[]) {
  // The first line of the cloud-init program names the Python for which cloud-init is installed. The first Python on
  // the PATH may be another one.
  const python = /^#!\s*(\S+)/.exec(readFileSync(program, 'utf8'))?.[1] ?? 'python3';
  const output = execFileSync(python, ['-c', EACH_FILE, ...files], { encoding: 'utf8' });
  return verdicts.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
}
