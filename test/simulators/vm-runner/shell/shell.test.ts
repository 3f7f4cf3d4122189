import { expect, test } from 'vitest';
import type { Machine } from '../machine.ts';
import { interpreter } from './interpreter.ts';
import { newShell } from './shell.ts';

/** Runs a script on a machine with one data volume. Returns the output, the exit code, the notes and the files. */
async function run(script: string, files: Record<string, string> = {}) {
  const notes: string[] = [];
  const machine: Machine = {
    serverId: 'server-1',
    hostname: 'node-1',
    address: '10.0.0.5',
    files: new Map(Object.entries(files)),
    trusted: [],
    delays: { poll: 1, boot: 0, retry: 1, installRetry: 1 },
    signal: AbortSignal.timeout(4000),
    attachedVolumes: async () => [{ id: 'v1', device: '/dev/vdb' }],
    packages: new Set(),
    enabledUnits: new Set(),
    reboots: false,
    note: (reason) => notes.push(reason),
    hasNote: () => notes.length > 0,
    listens: () => undefined,
    joined: () => undefined,
  };
  const { code, stdout } = await interpreter.runScript(script, newShell({ machine, interpreter }, 'test'));
  return { code, lines: stdout.split('\n').slice(0, -1), files: machine.files, notes };
}

test.each([
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's notation
  ['plain and braced variables', 'A=1\nB="$A-${A}x"\necho $B ${C:-none} "${D:+set}"', ['1-1x none ']],
  ['single quotes keep a dollar', 'A=1; echo \'$A\' "$A" \\$A', ['$A 1 $A']],
  ['words of an unquoted value stay apart, of a quoted one together', 'A="x  y"; echo $A "$A"', ['x y x  y']],
  ['command substitution, also nested', 'A=$(echo "$(hostname)-1"); echo "<$A>"', ['<node-1-1>']],
  ['continued lines and comments', 'echo a \\\n  b # c\n# echo d\necho "#e"', ['a b', '#e']],
  ['and, or and not', 'false && echo a || echo b; ! false && echo c', ['b', 'c']],
  ['branches', 'if [ 1 = 2 ]; then echo a; elif [ -n "x" ]; then\n echo b\nelse echo c; fi', ['b']],
  ['branches inside a dead one', 'if false; then if true; then echo a; else echo b; fi; else echo c; fi', ['c']],
  ['for loops with break', 'for i in 1 2 3; do [ $i = 3 ] && break; echo $i; done; echo end', ['1', '2', 'end']],
  ['loops that wait for a device', 'while [ ! -b /dev/vdb ]; do sleep 5; done\necho there', ['there']],
  ['counted loops', 'for n in $(seq 3); do [ $n = 2 ] && continue; echo $n; done', ['1', '3']],
  ['pipes', 'echo \'{"auth":{"client_token":"s.1"}}\' | jq -r .auth.client_token', ['s.1']],
  [
    'case',
    'for x in server agent other; do case "$x" in\n server) echo 1 ;;\n a*|"b c") echo 2;;\n *) echo 3\n esac; done',
    ['1', '2', '3'],
  ],
  [
    'one-line case in a dead branch and behind one',
    'if false; then case a in a) echo no;; esac; else case b in (b) echo yes;; esac; fi',
    ['yes'],
  ],
  ['sums', 'N=2; N=$((N * (3 + $N) - 1)); echo $N $((N > 8))', ['9 1']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's notation
  ['parts of a path', 'P=a/b/c; echo "${P%%/*} ${P%/*} ${P#*/} ${P##*/} ${P#x}"', ['a a/b b/c c a/b/c']],
  [
    'sed',
    'echo \'{"a":"1", "token": "s.2"}\' | sed -n \'s/.*"token": *"\\([^"]*\\)".*/\\1/p\'; echo "a/b" | sed -E "s|(.)/|\\1-|"',
    ['s.2', 'a-b'],
  ],
  ['unknown commands do nothing', 'zypper install -y x && echo done', ['done']],
])('%s are understood', async (_what, script, lines) => {
  expect((await run(script)).lines).toEqual(lines);
});

test('a loop runs again until its condition holds', async () => {
  const script = 'until [ "$N" = xxx ]; do N="x$N"; done; echo $N';
  expect((await run(script)).lines).toEqual(['xxx']);
});

test('a failure ends a script only after set -e, and not where it is allowed', async () => {
  expect((await run('false\necho on')).lines).toEqual(['on']);
  expect(await run('set -eu\nfalse || true\nif false; then :; fi\necho on\nfalse\necho off')).toMatchObject({
    code: 1,
    lines: ['on'],
  });
});

test('an unset variable ends a script after set -u', async () => {
  const { code, lines, notes } = await run('set -u\necho "$TOKEN"\necho on');
  expect([code, lines, notes]).toEqual([1, [], []]);
});

test('output and here-documents become files, which other scripts read', async () => {
  const script = 'NAME=x\ncat > /etc/a <<EOF\nname=$NAME\nEOF\necho more >> /etc/a 2>/dev/null\n. /etc/b; echo $B';
  const { files, lines } = await run(script, { '/etc/b': 'B=2' });
  expect([files.get('/etc/a'), lines]).toEqual(['name=x\nmore\n', ['2']]);
});

test('a script in a script sees what was exported and its own parameters', async () => {
  const script = 'A=1; export B=2; C=3 sh /opt/x.sh one "two three"; echo $?';
  const { lines } = await run(script, { '/opt/x.sh': 'echo "$A/$B/$C/$1/$2/$#"; exit 4; echo no' });
  expect(lines).toEqual(['/2/3/one/two three/2', '4']);
});

test('a unit that was written is run when it is started', async () => {
  const unit = '[Service]\nType=oneshot\nExecStart=/opt/x.sh a\n';
  const script = 'systemctl daemon-reload\nsystemctl enable --now --no-block x.service';
  const { files } = await run(script, { '/etc/systemd/system/x.service': unit, '/opt/x.sh': 'echo "$1" > /ran' });
  expect(files.get('/ran')).toBe('a\n');
});

test('a file that has not the expected checksum ends a careful script', async () => {
  const check = (sum: string) => `set -e\necho "${sum}  /a" | sha256sum --check --status\necho on`;
  const sum = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
  expect((await run(check(sum), { '/a': 'x' })).lines).toEqual(['on']);
  expect(await run(check(sum), { '/a': 'y' })).toMatchObject({ code: 1, lines: [] });
});

test('an assignment ends as the command it is made of did, and its script with it', async () => {
  expect((await run('if ! A=$(false); then echo no; fi; A=$(echo x) && echo "$A"')).lines).toEqual(['no', 'x']);
  expect(await run('set -eo pipefail\nA=$(false | cat)\necho on')).toMatchObject({ code: 1, lines: [] });
});

test('what a script says on standard error is noted, and what it trapped is done when it ends', async () => {
  const script = "trap 'rm -f /secret' EXIT\necho 'it is broken' >&2\nexit 3";
  const { code, lines, notes, files } = await run(script, { '/secret': 'x' });
  expect([code, lines, notes, files.has('/secret')]).toEqual([3, [], ['it is broken'], false]);
});
