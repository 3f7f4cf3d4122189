import { parseArgs } from 'node:util';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

const options = {
  request: { ...text, short: 'X' },
  header: { ...texts, short: 'H' },
  data: { ...texts, short: 'd' },
  'data-raw': texts,
  'data-binary': texts,
  'data-urlencode': texts,
  json: texts,
  output: { ...text, short: 'o' },
  'remote-name': { ...flag, short: 'O' },
  'write-out': { ...text, short: 'w' },
  fail: { ...flag, short: 'f' },
  'fail-with-body': flag,
  silent: { ...flag, short: 's' },
  'show-error': { ...flag, short: 'S' },
  location: { ...flag, short: 'L' },
  insecure: { ...flag, short: 'k' },
  cacert: text,
  retry: text,
  'retry-delay': text,
  'retry-max-time': text,
  'retry-connrefused': flag,
  'retry-all-errors': flag,
  'connect-timeout': text,
  'max-time': { ...text, short: 'm' },
  user: { ...text, short: 'u' },
  'user-agent': { ...text, short: 'A' },
  noproxy: text,
  proto: text,
  'tlsv1.2': flag,
  url: text,
} as const;

/** curl's command line as far as machines' scripts use it; unknown options are flags without a value. */
export function curlOptions(args: string[]) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: false });
  const given = (name: keyof typeof options): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const all = (name: keyof typeof options): string[] => {
    const value = values[name];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  };
  return {
    given,
    all,
    has: (name: keyof typeof options) => values[name] === true,
    url: given('url') ?? positionals[0] ?? '',
  };
}

export type CurlOptions = ReturnType<typeof curlOptions>;
